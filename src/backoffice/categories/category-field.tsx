import type { ComponentProps } from "react";
import { SelectField } from "#design/field.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { FailedPart } from "#backoffice/components/failed-part.tsx";

interface CategoryFieldProps extends Omit<ComponentProps<typeof SelectField>, "label" | "value" | "onChange"> {
  label?: string;
  /** the category's id; "" for none */
  value: string;
  /** text of the empty option */
  none: string;
  onChange: (category: string) => void;
}

/** One of the first hundred categories. */
export function CategoryField({ label, none, onChange, ...field }: CategoryFieldProps) {
  const t = useTexts();
  const categories = useApi("GET wc/products/categories", { query: { per_page: 100 } });
  return (
    <div>
      <SelectField label={label ?? t("counts.category")} {...field} onChange={(event) => onChange(event.target.value)}>
        <option value="">{none}</option>
        {categories.data?.data.map(({ id, name }) => (
          <option key={String(id)} value={String(id)}>
            {String(name)}
          </option>
        ))}
      </SelectField>
      <FailedPart query={categories} />
    </div>
  );
}
