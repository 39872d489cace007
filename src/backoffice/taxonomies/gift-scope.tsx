import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { ProductSearch } from "#backoffice/products/product-search.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { treeRows } from "./category-tree.ts";
import { useCategories } from "#backoffice/categories/use-categories.ts";

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
      <ProductSearch
        label={t("gifts.products")}
        error={errors.product_ids}
        chosen={products.map(({ id }) => id)}
        onProduct={(product) => onChange({ products: [...products, product] })}
      />
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
