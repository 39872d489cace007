import type { Language } from "#contract/language.ts";
import { type Dong, min } from "#contract/money.ts";
import { CreateRefund } from "#contract/woo/refund.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { findSettledPayment, refundableAmount } from "#shop/payments/index.ts";
import { findOrder } from "../find-order.ts";
import type { OrderActor } from "../order-status.ts";
import { refundableOrderAmount } from "../refund-remaining.ts";
import { draftRefund, writeRefund } from "../woo/create-refund.ts";
import { insertRefundRequest } from "./insert-refund-request.ts";

interface Cancellation {
  /** the customer */
  actor: OrderActor;
  reason: string;
  /** false: an owner decides */
  automatic: boolean;
  lang: Language;
  now: Date;
}

/** All that can be refunded, by the way it was paid, with every item back in stock. */
async function wholeRefund(tx: Tx, orderId: number, { amount, reason }: { amount: Dong; reason: string }) {
  const order = await findOrder(tx, orderId);
  const payment = await findSettledPayment(tx, orderId);
  // an order whose total rose after the payment is worth more than its gateway can give back
  const byGateway = payment !== undefined && min(amount, await refundableAmount(tx, payment.id)) === amount;
  const lines = (order?.lines ?? []).filter(({ quantity, restocked }) => quantity > restocked);
  return CreateRefund.parse({
    ...{ amount: String(amount), reason, api_refund: byGateway, api_restock: true },
    line_items: lines.map(({ id, quantity, restocked, total }) => ({
      id,
      quantity: quantity - restocked,
      refund_total: String(total),
    })),
  });
}

/**
 * The cancellation of a paid order by its customer: a request to refund all of it, on which an owner decides, or that refund at once. The
 * refund sets the order to `refunded`, the request alone does not change it. Call it with the order locked.
 * @throws HttpError 409 while the order has an open request
 */
export async function requestCancellation(
  tx: Tx,
  orderId: number,
  { actor, reason, automatic, lang, now }: Cancellation,
): Promise<void> {
  const amount = await refundableOrderAmount(tx, orderId);
  const refund = await wholeRefund(tx, orderId, { amount, reason });
  if (automatic) await writeRefund(tx, await draftRefund(tx, orderId, refund), { actor, now });
  else await insertRefundRequest(tx, orderId, { refund, amount, requester: { staffId: null, lang }, now });
}
