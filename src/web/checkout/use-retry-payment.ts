import { useState } from "react";
import type { PaymentState } from "#contract/payment.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { useHydrated } from "#design/use-hydrated.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { nameLocalOrder, sentPayment } from "./local-orders.ts";
import { submitOnline } from "./submit-order.ts";
import { useChargedCents } from "#web/i18n/use-charged-cents.ts";
import { submitErrors } from "./submit-error-message.ts";
import { useBackFromGateway, useRefreshAfterFailure } from "./use-submit.ts";

/** Retrying the payment of an unchanged order after a failed attempt. */
export interface PayAtOnce {
  pay: () => void;
  paying: boolean;
  /** why the gateway could not be reached */
  failure: string | null;
}

const canBePaid = (state: PaymentState | undefined): boolean =>
  state?.payment_status === "failed" && state.order_status === "pending";

/**
 * Sends this tab's payment request again: the server reuses the order, at its prices, and opens the next attempt. Null
 * if there is no request, or if the stock is no longer reserved: then the order goes through checkout again.
 * @param recheck fetches the order's current state
 */
export function usePayAtOnce(
  orderId: number,
  state: PaymentState | undefined,
  recheck: () => Promise<PaymentState | undefined>,
): PayAtOnce | null {
  const t = useTexts();
  const [paying, setPaying] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const hydrated = useHydrated();
  useBackFromGateway(() => setPaying(false));
  const charged = useChargedCents();
  const refreshAfterFailure = useRefreshAfterFailure();
  const body = hydrated && canBePaid(state) ? sentPayment(orderId) : null;
  if (!state || !body) return null;

  const send = async (): Promise<void> => {
    // the reservation may have expired since the page was loaded: then stock and prices have to be reviewed
    if (!canBePaid(await recheck())) return;
    const usdCents = charged(body.payment_method, state.amount);
    const seen = { ...body, ...(usdCents !== null && { expected_usd_cents: usdCents }) };
    const sent = await submitOnline(getApiClient(), seen, crypto.randomUUID());
    if (sent.kind === "failed") {
      await refreshAfterFailure(sent.failure, () => setFailure(null));
      return setFailure(submitErrors(t, sent.failure).message);
    }
    nameLocalOrder(sent.orderId, body);
    if (sent.kind === "redirect") location.assign(sent.url);
  };
  const pay = (): void => {
    if (paying) return;
    setPaying(true);
    setFailure(null);
    void send().finally(() => setPaying(false));
  };
  return { pay, paying, failure };
}
