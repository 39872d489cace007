import { json, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { findAttempt } from "./attempts.ts";
import type { RefundInput, RefundStatusResult } from "./gateway.ts";

/** Outbox rows of this kind ask a gateway for one refund each. */
const refundKind = "refund";

/** Asks for a requested refund to be sent to its gateway after this transaction commits. */
export const sendRefund = (tx: Tx, refundId: number): Promise<number> =>
  enqueue(tx, refundKind, { refundId }, { uniqueKey: `refund:${refundId}` });

/** Gives all of a payment back that no order wants: no part of what its order was refunded. @returns the refund's id */
export async function refundOverpayment(
  tx: Tx,
  { orderId, paymentId, amount, now }: { orderId: number; paymentId: number; amount: number; now: Date },
): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    insert into refund (order_id, payment_id, amount, reason, status, actor, created_at, surplus)
    values (${orderId}, ${paymentId}, ${amount}, 'Paid without need.', 'requested', 'gateway', ${now}, true)
    returning id`);
  if (!row) throw new Error("a refund was written and has no id");
  await sendRefund(tx, row.id);
  return row.id;
}

/** A refund that a gateway has to do, with all that it has to know. */
export interface RefundWork {
  id: number;
  orderId: number;
  paymentId: number;
  amount: number;
  surplus: boolean;
  createdAt: Date;
  /** the gateway's id of it, once it has one */
  gatewayId: string | null;
  input: RefundInput;
}

interface Row extends Omit<RefundWork, "input"> {
  reason: string;
  actor: string;
  askedAt: Date | null;
  others: string[];
}

const columns: Sql = sql`id, order_id "orderId", payment_id "paymentId", amount, reason, actor, surplus, asked_at "askedAt",
  gateway_id "gatewayId", created_at "createdAt",
  coalesce((select jsonb_agg(o.gateway_id) from refund o
    where o.payment_id = r.payment_id and o.id <> r.id and o.gateway_id is not null), '[]') others`;

/** A refund that is still asked for, or undefined: it is done, has failed, or was deleted with its order. */
export async function findRefundWork(reader: Reader, id: number): Promise<RefundWork | undefined> {
  const row = await reader.one<Row>(
    sql`select ${columns} from refund r where id = ${id} and status = 'requested' and payment_id is not null`,
  );
  const attempt = row && (await findAttempt(reader, row.paymentId));
  if (!row || !attempt) return undefined;
  const { reason, actor: by, askedAt, others, ...work } = row;
  const { amount, createdAt } = work;
  const refund = { id, amount, full: amount >= attempt.amount, reason, by, createdAt, askedAt, others };
  return { ...work, input: { attempt, refund } };
}

/**
 * Whether a refund has to wait for an earlier one of its payment: VNPay takes one at a time, and tells of the newest alone.
 */
export async function hasPendingRefund(reader: Reader, { id, paymentId, input }: RefundWork): Promise<boolean> {
  if (input.attempt.method !== "vnpay_visa") return false;
  const earlier = await reader.one(
    sql`select from refund where payment_id = ${paymentId} and id < ${id} and status = 'requested' limit 1`,
  );
  return earlier !== undefined;
}

/** A refund is about to be sent to its gateway: from now on the gateway may know of it. */
export const markAsked = (tx: Tx, id: number, now: Date): Promise<number> =>
  tx.run(sql`update refund set asked_at = ${now} where id = ${id} and asked_at is null`);

/**
 * Writes down what a gateway said of a refund. The order's row is locked.
 * @returns false when somebody else has written its end before
 */
export async function recordRefund(
  tx: Tx,
  id: number,
  { state, gatewayId, code, answer }: RefundStatusResult,
  { now, checkAfter }: { now: Date; checkAfter: Date },
): Promise<boolean> {
  const written = await tx.run(sql`
    update refund set status = ${state}, gateway_id = coalesce(${gatewayId}::text, gateway_id),
      answer = ${json({ ...answer, code })}::jsonb, done_at = ${state === "done" ? now : null}::timestamptz,
      check_after = ${state === "requested" ? checkAfter : null}::timestamptz
    where id = ${id} and status = 'requested'`);
  return written > 0;
}

/**
 * Takes the refunds whose gateway is to be asked what became of them; no other process takes them until the lease is over.
 * @param ofPayment these alone, whether it is their turn or not
 */
export async function claimDueRefunds(
  tx: Tx,
  { now, leaseUntil, most, ofPayment = null }: { now: Date; leaseUntil: Date; most: number; ofPayment?: number | null },
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    update refund set check_after = ${leaseUntil} where id in (
      select id from refund where status = 'requested'
        and (check_after <= ${now} or (check_after is not null and payment_id = ${ofPayment}::integer))
        and (${ofPayment}::integer is null or payment_id = ${ofPayment}::integer)
      order by check_after limit ${most} for update skip locked)
    returning id`);
  return rows.map(({ id }) => id);
}
