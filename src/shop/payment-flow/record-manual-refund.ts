import type { Dong } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { json, type Reader, sql } from "#shop/kernel/db/database.ts";
import { lockOrder, sendRefundedEmail } from "#shop/orders/index.ts";
import { logPaymentEvent, type OnlineMethod, updateRefundedStatus } from "#shop/payments/index.ts";
import { addNoteOnce } from "./merchant-notes.ts";

/** Name of the person returning the money by other means, and the bank's or gateway's transaction number. */
export interface ManualRefund {
  by: string;
  transaction: string;
}

interface OverpaymentRefundRow {
  id: number;
  orderId: number;
  paymentId: number;
  method: OnlineMethod;
  reference: string;
  amount: Dong;
  status: "requested" | "done" | "failed" | "manual";
  /** a change of the order costs less, in place of a double payment */
  isDifference: boolean;
  doneAt: Date | null;
  manual: ManualRefund | null;
}

/**
 * - `recorded`: marked as refunded now
 * - `already`: it was marked before, with these values
 * - otherwise why it cannot be: no overpayment has that reference, its gateway is still processing it, or has refunded it
 */
export type ManualRefundResult =
  | { state: "recorded"; refund: Pick<OverpaymentRefundRow, "orderId" | "method" | "amount"> }
  | { state: "already"; manual: ManualRefund; doneAt: Date }
  | { state: "no overpayment" | "pending" | "done by the gateway" };

const findOverpaymentRefund = (reader: Reader, reference: string): Promise<OverpaymentRefundRow | undefined> =>
  reader.one<OverpaymentRefundRow>(sql`
    select r.id, r.order_id "orderId", r.payment_id "paymentId", p.method, p.reference, r.amount, r.status,
      r.is_difference "isDifference", r.done_at "doneAt", r.response -> 'by_hand' manual
    from refund r join payment p on p.id = r.payment_id
    where p.reference = ${reference} and r.is_overpayment order by (r.status = 'failed') desc, r.id desc limit 1`);

/** Why the refund cannot be marked; null if it can. */
function whyNotRecorded({
  status,
  manual,
  doneAt,
}: OverpaymentRefundRow): Exclude<ManualRefundResult, { state: "recorded" }> | null {
  if (status === "failed") return null;
  if (status === "requested") return { state: "pending" };
  return manual && doneAt ? { state: "already", manual, doneAt } : { state: "done by the gateway" };
}

/**
 * Records that a merchant returned an overpayment by other means after its gateway failed to. Settles the ledger, adds an
 * order note with the person and transaction, and emails the customer. Idempotent.
 * @param reference of the attempt that brought the money, `{order}-{attempt}`
 */
export async function recordManualRefund(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  reference: string,
  manual: ManualRefund,
): Promise<ManualRefundResult> {
  const known = await findOverpaymentRefund(db, reference);
  if (!known) return { state: "no overpayment" };
  const { id, orderId, paymentId, method, amount } = known;
  const now = clock.now();
  const result = await db.transaction(async (tx): Promise<ManualRefundResult> => {
    await lockOrder(tx, orderId);
    const refund = await findOverpaymentRefund(tx, reference);
    if (!refund) return { state: "no overpayment" };
    const obstacle = whyNotRecorded(refund);
    if (obstacle) return obstacle;
    await tx.run(sql`
      update refund set status = 'manual', done_at = ${now}, next_poll_at = null,
        response = coalesce(response, '{}'::jsonb) || ${json({ by_hand: manual })}::jsonb where id = ${id}`);
    await updateRefundedStatus(tx, paymentId);
    await addNoteOnce(
      tx,
      { orderId, method, reference, amount, refund: id, ...manual },
      "overpayment_refunded_manually",
      now,
    );
    await sendRefundedEmail(tx, orderId, { refundId: id, amount, isOverpayment: !refund.isDifference });
    return { state: "recorded", refund: { orderId, method, amount } };
  });
  if (result.state === "recorded")
    await logPaymentEvent(db, {
      ...{ paymentId, method, channel: "refund", result: "refunded_manually", at: now },
      payload: { refund: id, ...manual },
    });
  return result;
}
