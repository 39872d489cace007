import { useState } from "react";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { classes } from "#design/class-names.ts";
import { SelectField, TextField } from "#design/field.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ProductSearch } from "../product-search.tsx";
import { useEditor, useFormField } from "./editor-context.ts";

const statuses = ["draft", "publish", "future", "private"] as const;

const useCategories = () => useApi("GET wc/products/categories", { query: { per_page: 100 } });

function Categories({ query }: { query: ReturnType<typeof useCategories> }) {
  const t = useTexts();
  const { form, change, readOnly } = useEditor();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{t("editor.categories")}</legend>
      <Loaded query={query}>
        {(list) => (
          <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
            {list.map(({ id, name, parent }) => (
              <Checkbox
                key={id}
                className={parent ? "pl-6" : ""}
                label={name}
                disabled={readOnly}
                checked={form.categories.includes(id)}
                onChange={(event) =>
                  change({
                    categories: event.target.checked
                      ? [...form.categories, id]
                      : form.categories.filter((one) => one !== id),
                  })
                }
              />
            ))}
          </div>
        )}
      </Loaded>
    </fieldset>
  );
}

function Tags() {
  const t = useTexts();
  const { form, change, readOnly } = useEditor();
  const [typed, setTyped] = useState("");
  const add = () => {
    const names = typed
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name && !form.tags.includes(name));
    change({ tags: [...form.tags, ...names] });
    setTyped("");
  };
  return (
    <div>
      <div className="mb-2 flex flex-wrap gap-2 empty:hidden">
        {form.tags.map((tag) => (
          <Button
            key={tag}
            look="secondary"
            size="small"
            disabled={readOnly}
            aria-label={t("editor.remove_tag", { tag })}
            onClick={() => change({ tags: form.tags.filter((one) => one !== tag) })}
          >
            {tag} ×
          </Button>
        ))}
      </div>
      <form
        className="flex items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          className="flex-1"
          label={t("editor.tags")}
          autoComplete="off"
          disabled={readOnly}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="secondary" size="small" className="min-h-12" disabled={typed.trim() === ""}>
          {t("editor.add")}
        </Button>
      </form>
    </div>
  );
}

function Recommended() {
  const t = useTexts();
  const { form, change, base, readOnly } = useEditor();
  const chosen = useApi(
    "GET wc/products",
    { query: { include: form.recommended.join(","), per_page: 100 } },
    { enabled: form.recommended.length > 0 },
  );
  const names = new Map(chosen.data?.data.map(({ id, name }) => [id, name]));
  return (
    <div>
      <p className="mb-1 text-sm font-medium">{t("editor.recommended")}</p>
      <div className="mb-2 flex flex-wrap gap-2 empty:hidden">
        {form.recommended.map((id) => (
          <Button
            key={id}
            look="secondary"
            size="small"
            disabled={readOnly}
            aria-label={t("gifts.remove_product", { name: names.get(id) ?? `#${id}` })}
            onClick={() => change({ recommended: form.recommended.filter((one) => one !== id) })}
          >
            {names.get(id) ?? `#${id}`} ×
          </Button>
        ))}
      </div>
      <ProductSearch
        label={t("editor.find_product")}
        disabled={readOnly}
        chosen={[base.product.id, ...form.recommended]}
        onProduct={({ id }) => change({ recommended: [...form.recommended, id] })}
      />
    </div>
  );
}

/** State, categories, tags and recommended products. */
export function OrganizationSection() {
  const t = useTexts();
  const { form, change, readOnly, lacks, errors } = useEditor();
  // publishing needs the permission to change prices
  const publishes = !readOnly && !lacks.prices;
  const publishAt = useFormField("publish_at");
  const categories = useCategories();
  return (
    <div className="space-y-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t("editor.status")}
          disabled={!publishes}
          value={form.status}
          error={errors.status}
          onChange={({ target }) => change({ status: target.value })}
        >
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(`product_status.${status}`)}
            </option>
          ))}
        </SelectField>
        {form.status === "future" && (
          <TextField
            label={t("editor.publish_at")}
            type="datetime-local"
            disabled={!publishes}
            value={publishAt.value}
            error={errors.date_created}
            onChange={(event) => publishAt.onChange(event.target.value)}
          />
        )}
      </div>
      <Categories query={categories} />
      {/* below a list whose height only its response has */}
      <div className={classes("space-y-6", categories.isPending && "held-back")}>
        <Tags />
        <Recommended />
        <Checkbox
          label={t("editor.featured")}
          disabled={readOnly}
          checked={form.featured}
          onChange={(event) => change({ featured: event.target.checked })}
        />
      </div>
    </div>
  );
}
