import { sql } from "#shop/kernel/db/database.ts";
import { lockOrder } from "#shop/orders/index.ts";
import type { StoredAttempt, WebhookEvent } from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { addNoteOnce } from "./merchant-notes.ts";
import { pollRefunds } from "./process-refund.ts";

/** Money of a payment has gone back. */
const takesMoneyAway = new Set(["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"]);

/**
 * A gateway tells of a refund: where the shop asked for it, it asks how it stands; where it did not, somebody has given the
 * money back on the gateway's own site, or a bank has taken it, and the merchant reads so beside the order.
 */
export async function handleRefundWebhook(
  shop: AppContextWithGateways,
  attempt: StoredAttempt,
  { subject, code, gatewayRefund }: Extract<WebhookEvent, { ok: true }>,
): Promise<string> {
  const { db, clock } = shop;
  if (subject === "refund") await pollRefunds(shop, { ofPayment: attempt.id });
  if (!takesMoneyAway.has(code)) return "heard";
  const { id, orderId } = attempt;
  // one of ours whose id is not known yet is being asked for at this moment
  const ours = await db.one(sql`
    select from refund where payment_id = ${id} and status in ('requested', 'done') and ${subject === "refund"}
      and (gateway_id = ${gatewayRefund}::text or (gateway_id is null and status = 'requested'))`);
  if (ours) return "followed";
  const { method, reference, amount, gatewayTransaction } = attempt;
  const noted = { orderId, method, reference, amount, transaction: gatewayRefund ?? gatewayTransaction ?? "", code };
  await db.transaction(async (tx) => {
    if (await lockOrder(tx, orderId)) await addNoteOnce(tx, noted, "moved_outside", clock.now());
  });
  return "noted";
}
