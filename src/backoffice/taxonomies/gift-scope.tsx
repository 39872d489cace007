import { useState } from "react";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { FoundItems } from "#backoffice/components/found-items.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { useSettled } from "#backoffice/device/use-settled.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { treeRows } from "./category-tree.ts";
import { useCategories } from "./use-categories.ts";

export interface ScopeValues {
  everywhere: boolean;
  category_ids: readonly number[];
  products: readonly { id: number; name: string }[];
}

interface GiftScopeProps {
  values: ScopeValues;
  errors: Record<string, string>;
  onChange: (fields: Partial<ScopeValues>) => void;
}

function ScopeProducts({ values: { products }, errors, onChange }: GiftScopeProps) {
  const t = useTexts();
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim());
  const enabled = search.length > 1;
  const found = useApi("GET bo/product-lists", { query: { search, per_page: 6 } }, { enabled }).data?.data.rows;
  return (
    <div>
      <div className="mb-2 flex flex-wrap gap-2 empty:hidden">
        {products.map(({ id, name }) => (
          <Button
            key={id}
            look="secondary"
            size="small"
            aria-label={t("gifts.remove_product", { name })}
            onClick={() => onChange({ products: products.filter((one) => one.id !== id) })}
          >
            {name} ×
          </Button>
        ))}
      </div>
      <TextField
        label={t("gifts.products")}
        type="search"
        autoComplete="off"
        value={typed}
        error={errors.product_ids}
        hint={t("gifts.products_hint")}
        onChange={(event) => setTyped(event.target.value)}
      />
      {enabled && found && (
        <FoundItems
          items={found.filter(({ id }) => !products.some((one) => one.id === id))}
          {...(found.length > 0 ? { none: t("gifts.all_chosen") } : {})}
          keyOf={({ id }) => id}
          onItem={({ id, name }) => {
            onChange({ products: [...products, { id, name }] });
            setTyped("");
          }}
        >
          {({ name }) => <span className="text-sm">{name}</span>}
        </FoundItems>
      )}
    </div>
  );
}

/** What a gift comes with: everything, or categories and single products. */
export function GiftScope({ values, errors, onChange }: GiftScopeProps) {
  const t = useTexts();
  const { everywhere, category_ids: ids } = values;
  const query = useCategories();
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="text-sm font-medium">{t("gifts.scope")}</legend>
      <Checkbox
        label={t("gifts.everywhere")}
        checked={everywhere}
        onChange={(event) => onChange({ everywhere: event.target.checked })}
      />
      {!everywhere && (
        <>
          <Loaded query={query}>
            {(list) => (
              <div className="max-h-56 overflow-y-auto border border-line bg-white px-3 py-1">
                {treeRows(list.filter(({ kind }) => kind !== "hidden")).map(({ id, name, depth }) => (
                  <div key={id} style={{ paddingLeft: depth * 24 }}>
                    <Checkbox
                      label={name}
                      checked={ids.includes(id)}
                      onChange={(event) =>
                        onChange({
                          category_ids: event.target.checked ? [...ids, id] : ids.filter((one) => one !== id),
                        })
                      }
                    />
                  </div>
                ))}
              </div>
            )}
          </Loaded>
          {errors.category_ids && <p className="text-sm text-danger">{errors.category_ids}</p>}
          <ScopeProducts values={values} errors={errors} onChange={onChange} />
        </>
      )}
    </fieldset>
  );
}
