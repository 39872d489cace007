import type { Dong } from "#contract/money.ts";
import { onlineMethodOf } from "#contract/payment-methods/index.ts";
import { json, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { findAttempt } from "./attempts.ts";
import type { RefundInput, RefundStatusResult } from "./gateway.ts";

/** Outbox kind of jobs that send one refund to a gateway. */
const refundKind = "refund";

/** Enqueues a refund to be sent to its gateway after this transaction commits. */
export const sendRefund = (tx: Tx, refundId: number): Promise<number> =>
  enqueue(tx, refundKind, { refundId }, { uniqueKey: `refund:${refundId}` });

/**
 * Refunds a whole payment that the order does not need; it is not part of the order's own refunds. @returns the
 * refund's id
 */
export async function refundOverpayment(
  tx: Tx,
  { orderId, paymentId, amount, now }: { orderId: number; paymentId: number; amount: Dong; now: Date },
): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    insert into refund (order_id, payment_id, amount, reason, status, actor, created_at, is_overpayment)
    values (${orderId}, ${paymentId}, ${amount}, 'Paid without need.', 'requested', 'gateway', ${now}, true)
    returning id`);
  if (!row) throw new Error("refund: insert returned no row");
  await sendRefund(tx, row.id);
  return row.id;
}

/**
 * Refunds the part of a payment that its order does not need since its total was lowered; not one of the order's own refunds, which are of
 * its total.
 * @returns the refund's id
 */
export async function refundDifference(
  tx: Tx,
  {
    orderId,
    paymentId,
    amount,
    actor,
    now,
  }: { orderId: number; paymentId: number; amount: Dong; actor: string; now: Date },
): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    insert into refund (order_id, payment_id, amount, reason, status, actor, created_at, is_overpayment, is_difference)
    values (${orderId}, ${paymentId}, ${amount}, 'Order changed.', 'requested', ${actor}, ${now}, true, true)
    returning id`);
  if (!row) throw new Error("refund: insert returned no row");
  await sendRefund(tx, row.id);
  return row.id;
}

/** A refund to be done by a gateway, with all data it needs. */
export interface RefundWork {
  id: number;
  orderId: number;
  paymentId: number;
  amount: Dong;
  isOverpayment: boolean;
  /** a part of the payment, since the total was lowered; an overpayment too */
  isDifference: boolean;
  createdAt: Date;
  /** the gateway's id of the refund, if assigned */
  gatewayId: string | null;
  input: RefundInput;
}

interface RefundWorkRow extends Omit<RefundWork, "input"> {
  reason: string;
  actor: string;
  requestedAt: Date | null;
  otherRefundIds: string[];
}

const columns: Sql = sql`id, order_id "orderId", payment_id "paymentId", amount, reason, actor, is_overpayment "isOverpayment", is_difference "isDifference",
  requested_at "requestedAt",
  gateway_id "gatewayId", created_at "createdAt",
  coalesce((select jsonb_agg(o.gateway_id) from refund o
    where o.payment_id = r.payment_id and o.id <> r.id and o.gateway_id is not null), '[]') "otherRefundIds"`;

/** Loads a pending refund; undefined if it is done, has failed, or was deleted with its order. */
export async function findRefundWork(reader: Reader, id: number): Promise<RefundWork | undefined> {
  const row = await reader.one<RefundWorkRow>(
    sql`select ${columns} from refund r where id = ${id} and status = 'requested' and payment_id is not null`,
  );
  const attempt = row && (await findAttempt(reader, row.paymentId));
  if (!row || !attempt) return undefined;
  const { reason, actor, requestedAt, otherRefundIds, ...work } = row;
  const { amount, createdAt } = work;
  const refund = {
    id,
    amount,
    isFull: amount >= attempt.amount,
    reason,
    requestedBy: actor,
    createdAt,
    requestedAt,
    otherRefundIds,
  };
  return { ...work, input: { attempt, refund } };
}

/**
 * Whether a refund has to wait for an earlier one of its payment: VNPay accepts one at a time and reports only the
 * latest.
 */
export async function hasPendingRefund(reader: Reader, { id, paymentId, input }: RefundWork): Promise<boolean> {
  if (onlineMethodOf(input.attempt.method).refunds !== "sequential") return false;
  const earlier = await reader.one(
    sql`select from refund where payment_id = ${paymentId} and id < ${id} and status = 'requested' limit 1`,
  );
  return earlier !== undefined;
}

/** Marks a refund as sent: from now on the gateway may have executed it. */
export const markRequested = (tx: Tx, id: number, now: Date): Promise<number> =>
  tx.run(sql`update refund set requested_at = ${now} where id = ${id} and requested_at is null`);

/**
 * Stores the gateway's status of a refund. The order's row is locked.
 * @returns false if another process has ended it before
 */
export async function recordRefund(
  tx: Tx,
  id: number,
  { state, gatewayId, code, response }: RefundStatusResult,
  { now, nextPollAt }: { now: Date; nextPollAt: Date | null },
): Promise<boolean> {
  const written = await tx.run(sql`
    update refund set status = ${state}, gateway_id = coalesce(${gatewayId}::text, gateway_id),
      response = ${json({ ...response, code })}::jsonb, done_at = ${state === "done" ? now : null}::timestamptz,
      next_poll_at = ${state === "requested" ? nextPollAt : null}::timestamptz
    where id = ${id} and status = 'requested'`);
  return written > 0;
}

/**
 * Claims the refunds that are due for polling, with a lease during which no other process claims them.
 * @param paymentId limits it to one payment, whose refunds are claimed whether due or not
 */
export async function claimDueRefunds(
  tx: Tx,
  {
    now,
    leaseUntil,
    limit,
    paymentId = null,
  }: { now: Date; leaseUntil: Date; limit: number; paymentId?: number | null },
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    update refund set next_poll_at = ${leaseUntil} where id in (
      select id from refund where status = 'requested'
        and (next_poll_at <= ${now} or (next_poll_at is not null and payment_id = ${paymentId}::integer))
        and (${paymentId}::integer is null or payment_id = ${paymentId}::integer)
      order by next_poll_at limit ${limit} for update skip locked)
    returning id`);
  return rows.map(({ id }) => id);
}
