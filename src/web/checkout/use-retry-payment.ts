import { useState } from "react";
import type { PaymentState } from "#contract/payment.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { useHydrated } from "#web/design/use-hydrated.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { nameLocalOrder, sentPayment } from "./local-orders.ts";
import { submitOnline } from "./submit-order.ts";
import { tellFailure } from "./submit-error-message.ts";
import { followUp, useBackFromGateway } from "./use-submit.ts";

/** Paying an order again as it stands, where its last payment failed. */
export interface PayAtOnce {
  pay: () => void;
  paying: boolean;
  /** why the gateway was not reached */
  failure: string | null;
}

const canBePaid = (state: PaymentState | undefined): boolean =>
  state?.payment_status === "failed" && state.order_status === "pending";

/**
 * What this tab sent for the order is sent again: the shop takes the order up, at its prices, and opens the next attempt.
 * Null where there is nothing to send, or where the order is no longer held: then checkout has it looked over anew.
 * @param recheck asks the shop for the order's state of now
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
  const body = hydrated && canBePaid(state) ? sentPayment(orderId) : null;
  if (!body) return null;

  const send = async (): Promise<void> => {
    // the hold may have ended since the page was shown: the pieces and their prices are then to be looked at again
    if (!canBePaid(await recheck())) return;
    const sent = await submitOnline(getApiClient(), body, crypto.randomUUID());
    if (sent.kind === "failed") {
      followUp(sent.failure);
      return setFailure(tellFailure(t, sent.failure).sentence);
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
