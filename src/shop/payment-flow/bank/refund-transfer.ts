import { bankTransferMethodId } from "#contract/payment-methods/index.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { findRefundWork } from "#shop/payments/index.ts";
import { settleRefund } from "../process-refund.ts";
import { assignTransfer, type StoredTransfer } from "./store-transfer.ts";

/** Refunds `r` with payment `p` that a person transfers, as the tables of a statement. */
export const bankRefunds: Sql = sql`refund r join payment p on p.id = r.payment_id and p.method = ${bankTransferMethodId}`;

/** First word of the content of a refund's transfer. */
export const refundWord = "HOAN";

/** The content of a refund's transfer: `HOAN LIA00100153`. */
export const refundContent = (code: string): string => `${refundWord} ${code}`;

/**
 * Completes a refund that a person has transferred. Call it with the order locked.
 * @param transaction the bank's reference of the transfer
 * @returns false if the refund is not open any more
 */
export async function completeRefund(
  tx: Tx,
  { refundId, transaction, by, now }: { refundId: number; transaction: string; by: string; now: Date },
): Promise<boolean> {
  const work = await findRefundWork(tx, refundId);
  if (!work) return false;
  await settleRefund(tx, work, { state: "done", gatewayId: transaction || null, code: "", response: { by } }, now);
  return true;
}

/** Whether a refund of the order was made by this transfer already. One transfer completes one refund. */
export const isReferenceUsed = async (
  reader: Reader,
  { orderId, reference }: { orderId: number; reference: string },
): Promise<boolean> =>
  reference !== "" &&
  (await reader.one(sql`
    select from refund where order_id = ${orderId} and status in ('done', 'manual')
      and upper(gateway_id) = upper(${reference}) limit 1`)) !== undefined;

/** The text of a refund that a person has returned in cash, without marks. */
const inCash = String.raw`\m(tien mat|cash)\M`;

/** A person may complete a refund shortly before transferring it. */
const completedAheadMs = hourMs;

/**
 * Assigns an outgoing transfer to a refund of its amount that a person completed with a text that is no reference of a transfer of the shop's:
 * most likely this one, unless the text names cash. The refund gets its reference. A refund that was completed long before the transfer was made, by the bank's time, was
 * returned otherwise; the notification may arrive much later than the completion. Call it with the order locked.
 * @returns false if there is no such refund
 */
const assignToCompleted = async (
  tx: Tx,
  { id, amount, reference, at }: StoredTransfer,
  orderId: number,
): Promise<boolean> =>
  (await tx.run(sql`
    update refund set gateway_id = coalesce(nullif(${reference}, ''), gateway_id),
      response = coalesce(response, '{}'::jsonb) || jsonb_build_object('transfer', ${id}::integer, 'entered', gateway_id)
    where id = (
      select r.id from ${bankRefunds}
      where r.order_id = ${orderId} and r.amount = ${amount}
        and r.status = 'done' and r.response ->> 'by' <> 'bank' and r.response -> 'transfer' is null
        and fold_text(coalesce(r.gateway_id, '')) !~ ${inCash}
        and r.done_at >= ${new Date(at.getTime() - completedAheadMs)}
        and not exists (select from bank_transfer b where b.direction = 'out' and b.reference <> ''
          and upper(b.reference) = upper(r.gateway_id))
      order by r.id limit 1)`)) > 0;

/**
 * An outgoing transfer completes the refund that its content and amount name, unless a person has completed that before; any other is ignored.
 */
export async function completeRefundBy(
  tx: Tx,
  transfer: StoredTransfer,
  { orders, now }: { orders: readonly number[]; now: Date },
): Promise<"refunded" | "ignored"> {
  const { id, content, amount, reference } = transfer;
  const [orderId] = orders;
  const isRefund = orders.length === 1 && new RegExp(refundWord, "i").test(content);
  const mayComplete =
    isRefund &&
    orderId !== undefined &&
    (await lockOrder(tx, orderId)) &&
    !(await isReferenceUsed(tx, { orderId, reference }));
  if (mayComplete) {
    const refund = await tx.one<{ id: number }>(sql`
      select r.id from ${bankRefunds}
      where r.order_id = ${orderId} and r.status = 'requested' and r.amount = ${amount} order by r.id limit 1`);
    const isDone =
      (await assignToCompleted(tx, transfer, orderId)) ||
      (refund && (await completeRefund(tx, { refundId: refund.id, transaction: reference, by: "bank", now })));
    if (isDone) {
      await assignTransfer(tx, id, { state: "matched", orderId, reading: "plain" });
      return "refunded";
    }
  }
  await assignTransfer(tx, id, { state: "ignored", reason: "outgoing" });
  return "ignored";
}
