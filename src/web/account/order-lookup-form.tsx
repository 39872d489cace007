import { type FormEvent, type ReactNode, useState } from "react";
import type { StoreResult } from "#contract/client.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

type LookupFailure = Extract<StoreResult<unknown>, { ok: false }>;
type LookupErrors = { number?: string; contact?: string };

interface OrderLookupFormProps {
  /** of the form before hydration: the message of success, or the failure */
  result: string | LookupFailure | null;
  /** prefilled number of the order */
  number?: string;
  /** below the title, until the form was sent */
  children?: ReactNode;
}

export function OrderLookupForm({ result, number: initial = "", children }: OrderLookupFormProps) {
  const t = useTexts();
  const [outcome, setOutcome] = useState(result);
  const [sending, setSending] = useState(false);
  const [errors, setErrors] = useState<LookupErrors>({});
  const [number, setNumber] = useState(/^\d{1,9}$/.test(initial) ? initial : "");
  const [contact, setContact] = useState("");

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (sending) return;
    const typed = { order_number: number.trim().replace(/^#/, ""), contact: contact.trim() };
    const invalid: LookupErrors = {
      ...(/^\d{1,9}$/.test(typed.order_number) ? {} : { number: t("guest.lookup_number_error") }),
      ...(typed.contact.length < 3 ? { contact: t("guest.lookup_contact_error") } : {}),
    };
    setErrors(invalid);
    setOutcome(null);
    const [first] = Object.keys(invalid);
    if (first) return document.getElementById(`lookup-${first}`)?.focus();
    setSending(true);
    const sent = await getApiClient().lookUpOrder(typed);
    setSending(false);
    setOutcome(sent.ok ? sent.data.message : sent);
  };
  return (
    <div className="page max-w-xl py-12 lg:py-16">
      <PageHead title={t("guest.lookup_title")} hidden />
      <h1 className="text-3xl">{t("guest.lookup_title")}</h1>
      {outcome === null && children}
      <p className="mt-2 mb-8 text-taupe">{t("guest.lookup_text")}</p>
      {outcome !== null && (
        <Alert tone={typeof outcome === "string" ? "success" : "danger"} className="mb-6">
          {typeof outcome === "string" ? outcome : problemMessage(t, outcome)}
        </Alert>
      )}
      <form method="post" action="/order-lookup" onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          id="lookup-number"
          name="order_number"
          label={t("guest.lookup_number")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          required
          value={number}
          error={errors.number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <TextField
          id="lookup-contact"
          name="contact"
          label={t("guest.lookup_contact")}
          autoComplete="email"
          maxLength={254}
          required
          value={contact}
          error={errors.contact}
          onChange={(event) => setContact(event.target.value)}
        />
        <Button type="submit" wide busy={sending}>
          {t("guest.lookup_submit")}
        </Button>
      </form>
    </div>
  );
}
