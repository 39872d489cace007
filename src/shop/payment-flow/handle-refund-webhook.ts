import { sql } from "#shop/kernel/db/database.ts";
import { lockOrder } from "#shop/orders/index.ts";
import type { StoredAttempt, ValidWebhook } from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { addNoteOnce } from "./merchant-notes.ts";
import { pollRefunds } from "./process-refund.ts";

/** Events after which money of a payment has been returned. */
const refundEventTypes = new Set(["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"]);

/**
 * Handles a gateway's event about a refund. A refund that the shop requested is polled. Any other was made on the gateway's
 * own site, or is a chargeback: it is recorded as a note of the order for the merchant.
 */
export async function handleRefundWebhook(
  shop: AppContextWithGateways,
  attempt: StoredAttempt,
  { subject, code, gatewayRefund }: ValidWebhook,
): Promise<string> {
  const { db, clock } = shop;
  if (subject === "refund") await pollRefunds(shop, { ofPayment: attempt.id });
  if (!refundEventTypes.has(code)) return "ignored";
  const { id, orderId } = attempt;
  // a requested refund without a gateway id is being created right now
  const isOwnRefund = await db.one(sql`
    select from refund where payment_id = ${id} and status in ('requested', 'done') and ${subject === "refund"}
      and (gateway_id = ${gatewayRefund}::text or (gateway_id is null and status = 'requested'))`);
  if (isOwnRefund) return "polled";
  const { method, reference, amount, gatewayTransaction } = attempt;
  const payment = { orderId, method, reference, amount, transaction: gatewayRefund ?? gatewayTransaction ?? "", code };
  await db.transaction(async (tx) => {
    if (await lockOrder(tx, orderId)) await addNoteOnce(tx, payment, "external_refund", clock.now());
  });
  return "recorded";
}
