import { type FormEvent, useState } from "react";
import type { PaymentState } from "#contract/payment.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { useGuestBuyer, useHasCodes } from "#web/api/require-buyer.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { Link } from "#design/link.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/**
 * Offers a guest to keep the order in an account: one password, and the page is loaded again with the account. Without an email, which is the
 * login, it shows how to find the order.
 */
export function SaveOrder({ state }: { state: PaymentState }) {
  const { guestCheckout } = useSettings();
  const isGuest = useGuestBuyer();
  if (!state.has_email) return <FindAgain state={state} />;
  return isGuest && guestCheckout ? <Form orderId={state.order_id} /> : null;
}

const section = "mt-10 w-full border-t border-line pt-8 text-left";

/** How a guest finds an order without an email, of which no link is sent. */
export function FindAgain({ state }: { state: PaymentState }) {
  const t = useTexts();
  const { orderLookup } = useSettings();
  const isGuest = useGuestBuyer();
  const hasCodes = useHasCodes();
  if (state.has_email || !isGuest || !orderLookup || !hasCodes) return null;
  return (
    <section aria-labelledby="find" className={section}>
      <h2 id="find" className="text-xl">
        {t("guest.find_title")}
      </h2>
      <p className="mt-4 text-sm">{t("guest.find_text", { number: state.order_id })}</p>
      <Link to="/order-lookup" className="text-link inline-flex min-h-11 items-center text-sm">
        {t("guest.lookup_title")}
      </Link>
    </section>
  );
}

function Form({ orderId }: { orderId: number }) {
  const t = useTexts();
  const [password, setPassword] = useState("");
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (sending) return;
    setFailure(null);
    if (password.length < 8) return setFailure(t("validation.password_length"));
    setSending(true);
    const result = await getApiClient().saveOrder(orderId, password);
    setSending(false);
    if (!result.ok) return setFailure(problemMessage(t, result));
    if (result.data.account !== null) return location.reload();
    setSent(result.data.message);
  };
  return (
    <section aria-labelledby="keep" className={section}>
      <h2 id="keep" className="text-xl">
        {t("guest.keep_title")}
      </h2>
      {sent ? (
        <Alert tone="success" className="mt-4">
          {sent}
        </Alert>
      ) : (
        <form noValidate onSubmit={submit} className="mt-4 grid gap-4 sm:max-w-sm">
          <p className="text-sm text-taupe">{t("guest.keep_text")}</p>
          <TextField
            id="keep-password"
            label={t("auth.password")}
            type="password"
            autoComplete="new-password"
            maxLength={200}
            required
            value={password}
            error={failure}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button type="submit" wide look="secondary" busy={sending}>
            {t("guest.keep_submit")}
          </Button>
        </form>
      )}
    </section>
  );
}
