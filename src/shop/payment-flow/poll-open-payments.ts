import type { Language } from "#contract/language.ts";
import { isBankTransfer } from "#contract/payment-methods/index.ts";
import { secondMs } from "#shop/kernel/base/clock.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { attemptsOf, mayStillBePaid } from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { pollBankOnce } from "./bank/poll-bank.ts";
import { pollAndSettle } from "./poll-payment.ts";

/** a customer waits for it, as on the page of a transfer */
const bankPoll = { minGapMs: 10 * secondMs, timeLimitMs: 5 * secondMs };

/**
 * Queries the gateways, and the bank's notifier, about the open payments of orders, before they are paid in another way or cancelled. Never call it inside a
 * transaction.
 * @param forCash the order is to be paid in cash: the courier might collect what is already paid
 * @throws HttpError 503 for cash if a gateway does not respond
 */
export async function pollOpenPayments(
  shop: AppContextWithGateways,
  orderIds: readonly number[],
  { forCash, lang }: { forCash: boolean; lang: Language },
): Promise<void> {
  const attempts = (await Promise.all(orderIds.map((id) => attemptsOf(shop.db, id)))).flat().filter(mayStillBePaid);
  if (attempts.some(({ method }) => isBankTransfer(method))) await pollBankOnce(shop, bankPoll);
  // an approved payment is not captured: the customer has started another one
  const results = await Promise.all(attempts.map((attempt) => pollAndSettle(shop, attempt, { capture: false })));
  if (forCash && results.includes(null))
    throw new HttpError(503, "payment_gateway_unreachable", t(lang, "payment_gateway.cash_unsure"));
}
