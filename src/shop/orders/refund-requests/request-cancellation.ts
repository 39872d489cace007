import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { CreateRefund } from "#contract/woo/refund.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { splitRefund } from "#shop/payments/index.ts";
import { findOrder } from "../find-order.ts";
import type { OrderActor } from "../order-status.ts";
import { refundableOrderAmount } from "../refund-remaining.ts";
import { draftRefund, writeRefund } from "../woo/create-refund.ts";
import { insertRefundRequest } from "../insert-refund-request.ts";

interface Cancellation {
  /** the customer */
  actor: OrderActor;
  reason: string;
  /** false: an owner decides */
  automatic: boolean;
  lang: Language;
  now: Date;
}

/** Every item that is not back in stock. */
async function itemsOf(tx: Tx, orderId: number) {
  const order = await findOrder(tx, orderId);
  return (order?.lines ?? [])
    .filter(({ quantity, restocked }) => quantity > restocked)
    .map(({ id, quantity, restocked, total }) => ({
      id,
      quantity: quantity - restocked,
      refund_total: String(total),
    }));
}

/**
 * The cancellation of a paid order by its customer: a request to refund all of it, on which an owner decides, or that refund at once,
 * by each online payment its part. What these cannot give back needs an owner, too. The refund sets the order to `refunded`, the request
 * alone does not change it. Call it with the order locked.
 * @returns whether the refund was begun
 * @throws HttpError 409 while the order has an open request
 */
export async function requestCancellation(
  tx: Tx,
  orderId: number,
  { actor, reason, automatic, lang, now }: Cancellation,
): Promise<boolean> {
  const amount = await refundableOrderAmount(tx, orderId);
  const parts = await splitRefund(tx, orderId, amount);
  const items = await itemsOf(tx, orderId);
  const bodyOf = (part: Dong, byGateway: boolean, lines: typeof items) =>
    CreateRefund.parse({
      ...{ amount: String(part), reason, api_refund: byGateway, api_restock: true },
      line_items: lines,
    });
  if (!automatic || !parts) {
    // one request is approved as one refund, of one payment
    const refund = bodyOf(amount, parts?.length === 1, items);
    await insertRefundRequest(tx, orderId, { refund, amount, requester: { staffId: null, lang }, now });
    return false;
  }
  for (const [index, part] of parts.entries()) {
    const body = bodyOf(part.amount, true, index === 0 ? items : []);
    await writeRefund(tx, await draftRefund(tx, orderId, body, part.payment && { paidBy: part.payment }), {
      actor,
      now,
    });
  }
  return true;
}
