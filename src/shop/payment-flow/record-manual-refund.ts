import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { json, type Reader, sql } from "#shop/kernel/db/database.ts";
import { lockOrder, sendRefundedEmail } from "#shop/orders/index.ts";
import { logPaymentEvent, type OnlineMethod, updateRefundedStatus } from "#shop/payments/index.ts";
import { addNoteOnce } from "./merchant-notes.ts";

/** Who gave money back on another way, and by which number a bank or gateway knows it. */
export interface ManualRefund {
  by: string;
  transaction: string;
}

interface Surplus {
  id: number;
  orderId: number;
  paymentId: number;
  method: OnlineMethod;
  reference: string;
  /** whole đồng */
  amount: number;
  status: "requested" | "done" | "failed" | "manual";
  doneAt: Date | null;
  byHand: ManualRefund | null;
}

/**
 * - `recorded`: it is marked as given back from now on
 * - `already`: it was, by these
 * - otherwise why it cannot be: there is no surplus under that reference, its gateway is still at it, or has given it back
 */
export type Closed =
  | { state: "recorded"; surplus: Pick<Surplus, "orderId" | "method" | "amount"> }
  | { state: "already"; byHand: ManualRefund; doneAt: Date }
  | { state: "no surplus" | "under way" | "done by the gateway" };

const findSurplus = (reader: Reader, reference: string): Promise<Surplus | undefined> =>
  reader.one<Surplus>(sql`
    select r.id, r.order_id "orderId", r.payment_id "paymentId", p.method, p.reference, r.amount, r.status,
      r.done_at "doneAt", r.answer -> 'by_hand' "byHand"
    from refund r join payment p on p.id = r.payment_id
    where p.reference = ${reference} and r.surplus order by r.id desc limit 1`);

/** Why this one is not to be closed; null where it is. */
function closedAlready({ status, byHand, doneAt }: Surplus): Exclude<Closed, { state: "recorded" }> | null {
  if (status === "failed") return null;
  if (status === "requested") return { state: "under way" };
  return byHand && doneAt ? { state: "already", byHand, doneAt } : { state: "done by the gateway" };
}

/**
 * A merchant has given back by other means what a gateway would not: money that came beside what its order costs. The books
 * say so from then on, the order's notes say who did it and how, and its customer is told. Once, however often it is said.
 * @param reference of the attempt that brought the money, `{order}-{attempt}`
 */
export async function recordManualRefund(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  reference: string,
  byHand: ManualRefund,
): Promise<Closed> {
  const known = await findSurplus(db, reference);
  if (!known) return { state: "no surplus" };
  const { id, orderId, paymentId, method, amount } = known;
  const now = clock.now();
  const closed = await db.transaction(async (tx): Promise<Closed> => {
    await lockOrder(tx, orderId);
    const surplus = await findSurplus(tx, reference);
    if (!surplus) return { state: "no surplus" };
    const otherwise = closedAlready(surplus);
    if (otherwise) return otherwise;
    await tx.run(sql`
      update refund set status = 'manual', done_at = ${now}, check_after = null,
        answer = coalesce(answer, '{}'::jsonb) || ${json({ by_hand: byHand })}::jsonb where id = ${id}`);
    await updateRefundedStatus(tx, paymentId);
    await addNoteOnce(tx, { orderId, method, reference, amount, refund: id, ...byHand }, "surplus_by_hand", now);
    await sendRefundedEmail(tx, orderId, { refundId: id, amount, surplus: true });
    return { state: "recorded", surplus: { orderId, method, amount } };
  });
  if (closed.state === "recorded")
    await logPaymentEvent(db, {
      ...{ paymentId, method, channel: "refund", result: "given back by hand", at: now },
      payload: { refund: id, ...byHand },
    });
  return closed;
}
