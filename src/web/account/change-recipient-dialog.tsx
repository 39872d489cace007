import { type FormEvent, useId, useState } from "react";
import { namePattern, toE164, toLocalPhone } from "#contract/person-validation.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { Dialog } from "#design/dialog.tsx";
import { TextField } from "#design/field.tsx";
import { toast } from "#design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey } from "#web/i18n/translate.ts";
import { changeOrderRecipient } from "./own-order-calls.ts";
import { type OwnDialogProps, useOwnChange } from "./use-own-change.ts";

interface RecipientForm {
  last_name: string;
  first_name: string;
  phone: string;
}

const fields = [
  { name: "last_name", label: "order_info.lastName", autoComplete: "family-name" },
  { name: "first_name", label: "order_info.firstName", autoComplete: "given-name" },
  { name: "phone", label: "order_info.phone", autoComplete: "tel", type: "tel", inputMode: "tel" },
] as const;

const errorOf = (name: keyof RecipientForm, value: string): TextKey | null => {
  if (name === "phone") return toE164(value) === null ? "validation.vn_phone" : null;
  if (namePattern.test(value.trim())) return null;
  return name === "first_name" ? "validation.first_name" : "validation.last_name";
};

/** Changes name and phone number of an order's recipient. */
export default function ChangeRecipientDialog({ order, link, open, onClose }: OwnDialogProps) {
  const t = useTexts();
  const change = useOwnChange(link);
  const { shipping, order_number: number } = order;
  const [edited, setEdited] = useState<Partial<RecipientForm>>({});
  const [sent, setSent] = useState(false);
  const form: RecipientForm = {
    // behind a link they are masked
    ...(link === undefined
      ? { last_name: shipping.last_name, first_name: shipping.first_name, phone: toLocalPhone(shipping.phone) }
      : { last_name: "", first_name: "", phone: "" }),
    ...edited,
  };
  const id = useId();
  const invalid = fields.find(({ name }) => errorOf(name, form[name]) !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (invalid) return document.getElementById(`${id}-${invalid.name}`)?.focus();
    void change.send(
      () => changeOrderRecipient(order.order_id, link, { ...form, version: order.self_service.version }),
      () => {
        setEdited({});
        setSent(false);
        onClose();
        toast("success", t("self_service.saved", { number }));
      },
    );
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("self_service.recipient_title", { number })}
      closeLabel={t("common.close")}
    >
      <form onSubmit={submit} noValidate className="space-y-5">
        <p className="text-sm text-taupe">{t("self_service.recipient_text")}</p>
        {change.failure && <Alert>{change.failure.message}</Alert>}
        {fields.map(({ name, label, ...input }) => {
          const wrong = sent ? errorOf(name, form[name]) : null;
          return (
            <TextField
              key={name}
              id={`${id}-${name}`}
              {...input}
              label={t(label)}
              required
              value={form[name]}
              error={wrong ? t(wrong) : change.failure?.fields[name]}
              onChange={(event) => setEdited({ ...edited, [name]: event.target.value })}
            />
          );
        })}
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button type="submit" wide busy={change.busy}>
            {t("self_service.save")}
          </Button>
          <Button look="secondary" wide onClick={onClose}>
            {t("common.cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
