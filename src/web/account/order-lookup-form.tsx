import { type FormEvent, type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import type { StoreResult } from "#contract/client.ts";
import type { OrderLookup, OrderLookupResult } from "#contract/guest-order.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Translate } from "#web/i18n/translate.ts";
import { CodeEntry } from "./code-entry.tsx";

type LookupFailure = Extract<StoreResult<unknown>, { ok: false }>;
type LookupErrors = { number?: string; contact?: string };

/** What came of a look-up, or of the code of one. */
export interface LookupOutcome {
  message: string | null;
  failure: LookupFailure | null;
  /** the look-up whose code was sent to a phone */
  sentFor: OrderLookup | null;
}

/** @param lookup the one that was sent */
export const outcomeOf = (sent: StoreResult<OrderLookupResult>, lookup: OrderLookup): LookupOutcome =>
  sent.ok
    ? { message: sent.data.message, failure: null, sentFor: sent.data.code ? lookup : null }
    : { message: null, failure: sent, sentFor: null };

interface OrderLookupFormProps {
  /** of the form before hydration */
  result: LookupOutcome | null;
  /** codes can be sent to phones */
  hasCodes: boolean;
  /** prefilled number of the order */
  number?: string;
  /** below the title, until the form was sent */
  children?: ReactNode;
}

interface CodeStepProps {
  lookup: OrderLookup;
  message: string;
  failure: LookupFailure | null;
  onBack: () => void;
}

/** The code of a look-up opens the order's page. */
function CodeStep({ lookup, message, failure, onBack }: CodeStepProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const open = async (code: string): Promise<StoreResult<unknown>> => {
    const opened = await getApiClient().call("POST /wp-json/lianne-orders/v1/lookup/code", {
      body: { ...lookup, code },
    });
    if (opened.ok) await navigate(opened.data.path);
    return opened;
  };
  return (
    <div className="mt-6 grid gap-4">
      <CodeEntry
        sent={message}
        failure={failure}
        submitText={t("guest.code_submit")}
        submit={open}
        resend={() => getApiClient().lookUpOrder(lookup)}
        action={{ path: "/order-lookup", fields: { ...lookup } }}
      />
      <p className="text-sm text-taupe">{t("guest.code_no_message")}</p>
      <Button look="quiet" className="-ml-2 justify-self-start" onClick={onBack}>
        {t("guest.code_other")}
      </Button>
    </div>
  );
}

const errorsOf = (t: Translate, { order_number, contact }: OrderLookup): LookupErrors => ({
  ...(/^\d{1,9}$/.test(order_number) ? {} : { number: t("guest.lookup_number_error") }),
  ...(contact.length < 3 ? { contact: t("guest.lookup_contact_error") } : {}),
});

/** From the form, not from state: what was typed before hydration counts too. */
function readLookup(form: HTMLFormElement): OrderLookup {
  const fields = new FormData(form);
  const textOf = (name: string): string => String(fields.get(name)).trim();
  return { order_number: textOf("order_number").replace(/^#/, ""), contact: textOf("contact") };
}

export function OrderLookupForm({ result, hasCodes, number: initial = "", children }: OrderLookupFormProps) {
  const t = useTexts();
  const [outcome, setOutcome] = useState(result);
  const [sending, setSending] = useState(false);
  const [errors, setErrors] = useState<LookupErrors>({});
  const prefilled = /^\d{1,9}$/.test(initial) ? initial : "";
  const [lookup, setLookup] = useState<OrderLookup>({ order_number: prefilled, contact: "" });

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (sending) return;
    const typed = readLookup(event.currentTarget);
    setLookup(typed);
    const invalid = errorsOf(t, typed);
    setErrors(invalid);
    setOutcome(null);
    const [first] = Object.keys(invalid);
    if (first) return document.getElementById(`lookup-${first}`)?.focus();
    setSending(true);
    const sent = await getApiClient().lookUpOrder(typed);
    setSending(false);
    setOutcome(outcomeOf(sent, typed));
  };
  const form = (
    <>
      {outcome && (
        <Alert tone={outcome.failure ? "danger" : "success"} className="mb-6">
          {outcome.failure ? problemMessage(t, outcome.failure) : outcome.message}
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
          defaultValue={lookup.order_number}
          error={errors.number}
        />
        <TextField
          id="lookup-contact"
          name="contact"
          label={t("guest.lookup_contact")}
          autoComplete="email"
          maxLength={254}
          required
          defaultValue={lookup.contact}
          error={errors.contact}
        />
        <Button type="submit" wide busy={sending}>
          {t(hasCodes ? "guest.lookup_submit_codes" : "guest.lookup_submit")}
        </Button>
      </form>
    </>
  );
  return (
    <div className="page max-w-xl py-12 lg:py-16">
      <PageHead title={t("guest.lookup_title")} hidden />
      <h1 className="text-3xl">{t("guest.lookup_title")}</h1>
      {outcome === null && children}
      {outcome?.sentFor ? (
        <CodeStep
          lookup={outcome.sentFor}
          message={outcome.message ?? ""}
          failure={outcome.failure}
          onBack={() => setOutcome(null)}
        />
      ) : (
        <>
          <p className="mt-2 mb-8 text-taupe">{t(hasCodes ? "guest.lookup_text_codes" : "guest.lookup_text")}</p>
          {form}
        </>
      )}
    </div>
  );
}
