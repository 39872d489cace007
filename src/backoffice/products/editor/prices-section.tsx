import { Checkbox } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { useEditor, useFormField } from "./editor-context.ts";

type AmountFieldName = "regular_price" | "sale_price" | "cost";

function EditedAmount({ field, label }: { field: AmountFieldName; label: string }) {
  const { errors, readOnly, lacks } = useEditor();
  const { value, onChange } = useFormField(field);
  const disabled = readOnly || (field !== "cost" && lacks.prices);
  return <AmountField label={label} disabled={disabled} value={value} error={errors[field]} onChange={onChange} />;
}

function PlainField({ field, label, type = "text" }: PlainFieldProps) {
  const { errors, readOnly, lacks } = useEditor();
  const { value, onChange } = useFormField(field);
  const isSale = field === "sale_from" || field === "sale_to";
  const sent = {
    ...{ barcode: "global_unique_id", sku: "sku", place: "storage_place" },
    ...{ sale_from: "date_on_sale_from", sale_to: "date_on_sale_to" },
  }[field];
  return (
    <TextField
      label={label}
      type={type}
      autoComplete="off"
      disabled={readOnly || (isSale && lacks.prices)}
      value={value}
      error={errors[sent]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface PlainFieldProps {
  field: "sku" | "barcode" | "place" | "sale_from" | "sale_to";
  label: string;
  type?: string;
}

/** Units are typed as a number, and sent as the difference to what was seen: a sale meanwhile is shown with its result. */
function StockField() {
  const t = useTexts();
  const { base, live, form, baseForm, change, errors, readOnly, lacks } = useEditor();
  const disabled = readOnly || lacks.stock;
  const seen = base.product.stock_quantity ?? 0;
  const now = live.product.stock_quantity ?? seen;
  const typed = Number(form.stock);
  const changed = form.stock !== baseForm.stock && /^\d+$/.test(form.stock);
  const result = now + typed - seen;
  const sold = seen - now;
  const note =
    sold === 0
      ? undefined
      : changed
        ? t("editor.stock_result", { seen, typed, sold, result })
        : t("editor.stock_now", { sold, now });
  return (
    <div className="space-y-2">
      <Checkbox
        label={t("editor.manage_stock")}
        disabled={disabled}
        checked={form.manage_stock}
        onChange={(event) => change({ manage_stock: event.target.checked })}
      />
      {form.manage_stock ? (
        <TextField
          label={t("products.quantity")}
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          value={form.stock}
          error={/^\d{0,7}$/.test(form.stock) ? errors.inventory_delta : t("products.no_units")}
          hint={note}
          onChange={(event) => change({ stock: event.target.value })}
        />
      ) : (
        <Checkbox
          label={t("editor.in_stock")}
          disabled={disabled}
          checked={form.in_stock}
          onChange={(event) => change({ in_stock: event.target.checked })}
        />
      )}
    </div>
  );
}

/** Prices, stock and codes of a product without variations; codes and cost of one with variations. */
export function PricesSection() {
  const t = useTexts();
  const { permissions } = useSession();
  const { base, form } = useEditor();
  const variable = base.product.type === "variable" || form.attributes.some(({ variation }) => variation);
  return (
    <div className="space-y-5">
      {variable ? (
        <p className="text-sm text-taupe">{t("editor.prices_of_variations")}</p>
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <EditedAmount field="regular_price" label={t("products.regular_price")} />
            <EditedAmount field="sale_price" label={t("products.sale_price")} />
            {form.sale_price !== "" && (
              <>
                <PlainField field="sale_from" label={t("editor.sale_from")} type="datetime-local" />
                <PlainField field="sale_to" label={t("editor.sale_to")} type="datetime-local" />
              </>
            )}
          </div>
          <StockField />
          <PlainField field="place" label={t("products.place")} />
        </>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <PlainField field="sku" label={t("products.sku")} />
        <PlainField field="barcode" label={t("editor.barcode")} />
        {permissions.includes("costs.view") && <EditedAmount field="cost" label={t("editor.cost")} />}
      </div>
    </div>
  );
}
