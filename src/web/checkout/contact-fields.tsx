import { TextField } from "#design/field.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { fieldId } from "./field-id.ts";
import type { OrderForm } from "./order-form.ts";

interface ContactFieldsProps {
  form: OrderForm;
  emailOptional: boolean;
  error: (field: keyof OrderForm) => string | undefined;
  onChange: (change: Partial<OrderForm>) => void;
}

const wholeRow = "col-span-2 sm:col-span-1";
const fields = [
  { name: "lastName", autoComplete: "family-name" },
  { name: "firstName", autoComplete: "given-name" },
  { name: "email", autoComplete: "email", type: "email", inputMode: "email", className: wholeRow },
  { name: "phone", autoComplete: "tel", type: "tel", inputMode: "tel", className: wholeRow },
] as const;

/** The contact for the order; the family name first, as on Vietnamese forms. */
export function ContactFields({ form, emailOptional, error, onChange }: ContactFieldsProps) {
  const t = useTexts();
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:gap-x-5">
      {fields.map(({ name, ...input }) => (
        <TextField
          key={name}
          {...input}
          id={fieldId(name)}
          label={t(`order_info.${name}`)}
          {...(name === "email" && emailOptional
            ? { optional: t("common.optional"), hint: t("order_info.email_hint") }
            : { required: true })}
          value={form[name]}
          error={error(name)}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
    </div>
  );
}
