import type { Dong, UsdCents } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import { json, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { PaymentAttempt, OnlineMethod, PaymentSession } from "./gateway.ts";
import { paidItsOrder } from "./refund-ledger.ts";

/** A payment attempt with its polling state. */
export interface StoredAttempt extends PaymentAttempt {
  /** when the gateway started to review the received money */
  reviewStartedAt: Date | null;
  /** when the gateway is polled next; null when nothing is left to poll */
  nextPollAt: Date | null;
  /** the change of the order that it pays; null: the order itself */
  orderChangeId: number | null;
  /** it pays the deposit of a cash order, not the order itself */
  isDeposit: boolean;
}

const columns: Sql = sql`id, order_id "orderId", attempt, method, reference, status, amount, amount_usd_cents "amountUsdCents",
  usd_rate "usdRate", gateway_id "gatewayId", gateway_transaction "gatewayTransaction", request, created_at "createdAt",
  expires_at "expiresAt", review_started_at "reviewStartedAt", next_poll_at "nextPollAt",
  order_change_id "orderChangeId", is_deposit "isDeposit"`;
const online: Sql = sql`method <> ${codMethodId}`;

interface NewAttempt {
  orderId: number;
  method: OnlineMethod;
  amount: Dong;
  /** converted amount, for a gateway that charges in US dollars */
  usd: { cents: UsdCents; rate: number } | null;
  now: Date;
  expiresAt: Date;
  nextPollAt: Date;
  /** see {@link StoredAttempt} */
  orderChangeId?: number;
  isDeposit?: boolean;
}

/**
 * Inserts the next attempt of an order, before the gateway is called. The order's row is locked, so attempt numbers are
 * unique.
 */
export async function openAttempt(tx: Tx, input: NewAttempt): Promise<StoredAttempt> {
  const { orderId, method, amount, usd, now, expiresAt, nextPollAt, orderChangeId = null, isDeposit = false } = input;
  const row = await tx.one<StoredAttempt>(sql`
    insert into payment (order_id, attempt, method, reference, status, amount, amount_usd_cents, usd_rate, created_at,
      expires_at, next_poll_at, order_change_id, is_deposit)
    select ${orderId}, attempt, ${method}, ${orderId}::integer || '-' || attempt, 'created', ${amount},
      ${usd?.cents ?? null}::bigint, ${usd?.rate ?? null}::bigint, ${now}::timestamptz, ${expiresAt}::timestamptz,
      ${nextPollAt}::timestamptz, ${orderChangeId}::integer, ${isDeposit}
    from (select coalesce(max(attempt), 0) + 1 attempt from payment where order_id = ${orderId}) next
    returning ${columns}`);
  if (!row) throw new Error("payment attempt: insert returned no row");
  return row;
}

export const findAttempt = (reader: Reader, id: number): Promise<StoredAttempt | undefined> =>
  reader.one(sql`select ${columns} from payment where id = ${id} and ${online}`);

/** Loads an attempt and locks its row. The caller has locked the order's row before. */
export const lockAttempt = (tx: Tx, id: number): Promise<StoredAttempt | undefined> =>
  tx.one(sql`select ${columns} from payment where id = ${id} and ${online} for update`);

/** All online attempts of an order, newest first. */
export const attemptsOf = (reader: Reader, orderId: number): Promise<StoredAttempt[]> =>
  reader.all(sql`select ${columns} from payment where order_id = ${orderId} and ${online} order by attempt desc`);

/** Ids by which a gateway refers to an attempt: our reference, its own id, or its transaction number. */
export interface AttemptIds {
  reference: string | null;
  gatewayId: string | null;
  gatewayTransaction: string | null;
}

export const findAttemptByIds = (
  reader: Reader,
  method: OnlineMethod,
  { reference, gatewayId, gatewayTransaction }: AttemptIds,
): Promise<StoredAttempt | undefined> =>
  reader.one(sql`
    select ${columns} from payment where method = ${method}
      and (reference = ${reference}::text or gateway_id = ${gatewayId}::text
        or gateway_transaction = nullif(${gatewayTransaction}::text, ''))
    order by (reference = ${reference}::text) is true desc, (gateway_id = ${gatewayId}::text) is true desc, id desc limit 1`);

/** The outcome is not known yet. */
export const isPending = ({ status }: Pick<StoredAttempt, "status">): boolean =>
  status === "created" || status === "pending";

/** Its gateway may still report that it was paid. */
export const mayStillBePaid = ({ status, nextPollAt }: Pick<StoredAttempt, "status" | "nextPollAt">): boolean =>
  status === "created" || status === "pending" || (nextPollAt !== null && status !== "succeeded");

/** The money was received, even if it has been or will be refunded. */
export const hasBeenPaid = ({ status }: Pick<StoredAttempt, "status">): boolean =>
  status === "succeeded" || status === "to_refund" || status === "refunded";

/** Stores what was sent to the gateway and the payment URL; the status of an attempt that has already ended is not changed. */
export const recordCreated = (tx: Tx, id: number, { payUrl, gatewayId, request }: PaymentSession): Promise<number> =>
  tx.run(sql`
    update payment set gateway_id = coalesce(${gatewayId}::text, gateway_id),
      request = ${json({ ...request, pay_url: payUrl })}::jsonb,
      status = case when status = 'created' then 'pending' else status end
    where id = ${id}`);

/** The payment URL of an attempt, or null while it is unknown. */
export const payUrlOf = ({ request }: Pick<PaymentAttempt, "request">): string | null =>
  typeof request.pay_url === "string" ? request.pay_url : null;

interface AttemptEnd {
  status: StoredAttempt["status"];
  now: Date;
  code?: string;
  transaction?: string;
  response?: Record<string, unknown>;
  nextPollAt: Date | null;
  /** the staff member that assigned the money to the order; without one its gateway */
  by?: string | null;
}

/** Ends an attempt, or marks its money for a refund. */
export const endAttempt = (
  tx: Tx,
  id: number,
  { status, now, nextPollAt, by = null, ...result }: AttemptEnd,
): Promise<number> =>
  tx.run(sql`
    update payment set status = ${status}, settled_at = ${now}, settled_by = ${by}::text, next_poll_at = ${nextPollAt}::timestamptz, review_started_at = null,
      code = coalesce(${result.code ?? null}::text, code),
      gateway_transaction = coalesce(nullif(${result.transaction ?? ""}::text, ''), gateway_transaction),
      response = coalesce(${result.response ? json(result.response) : null}::jsonb, response)
    where id = ${id}`);

/**
 * Cancels the open attempts of an order that a new attempt replaces. They stay polled until their link expires, since
 * the shopper may still use it. An attempt under review stays open and is polled until there is a result.
 */
export const closeOpenAttempts = (tx: Tx, orderId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update payment set status = 'cancelled', code = 'cancelled', settled_at = ${now},
      next_poll_at = case when expires_at > ${now} then expires_at + interval '1 minute' end
    where order_id = ${orderId} and ${online} and status in ('created', 'pending') and review_started_at is null`);

/** The gateway has received the money and reviews it. */
export const markUnderReview = (
  tx: Tx,
  id: number,
  { now, nextPollAt, transaction, code }: { now: Date; nextPollAt: Date | null; transaction: string; code: string },
): Promise<number> =>
  tx.run(sql`
    update payment set review_started_at = coalesce(review_started_at, ${now}), next_poll_at = ${nextPollAt}::timestamptz, code = ${code},
      gateway_transaction = coalesce(nullif(${transaction}::text, ''), gateway_transaction)
    where id = ${id}`);

/** Sets when the gateway is polled next about an attempt. */
export const schedulePoll = (tx: Tx, id: number, nextPollAt: Date | null): Promise<number> =>
  tx.run(sql`update payment set next_poll_at = ${nextPollAt}::timestamptz where id = ${id}`);

/**
 * Claims the attempts that are due for polling, with a lease during which no other process claims them.
 * @returns their ids
 */
export async function claimDueAttempts(
  tx: Tx,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    update payment set next_poll_at = ${leaseUntil} where id in (
      select id from payment where next_poll_at <= ${now} and ${online}
      order by next_poll_at limit ${limit} for update skip locked)
    returning id`);
  return rows.map(({ id }) => id);
}

/** Whether another attempt has paid the order; overpayments do not count. */
export async function isPaidOtherwise(
  tx: Tx,
  { orderId, id }: Pick<PaymentAttempt, "orderId" | "id">,
): Promise<boolean> {
  const other = await tx.one(sql`
    select from payment p where p.order_id = ${orderId} and p.id <> ${id} and ${paidItsOrder}`);
  return other !== undefined;
}
