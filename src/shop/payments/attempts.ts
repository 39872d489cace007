import { json, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { Attempt, PaymentSession, OnlineMethod } from "./gateway.ts";

/** An attempt as it is kept. */
export interface StoredAttempt extends Attempt {
  /** since when the gateway has had the money and examined it */
  heldAt: Date | null;
  /** when the gateway is asked next; null: nothing is left to ask */
  checkAfter: Date | null;
}

const columns: Sql = sql`id, order_id "orderId", attempt, method, reference, status, amount, amount_usd_cents "amountUsdCents",
  usd_rate "usdRate", gateway_id "gatewayId", gateway_transaction "gatewayTransaction", request, created_at "createdAt",
  expires_at "expiresAt", held_at "heldAt", check_after "checkAfter"`;
const online: Sql = sql`method <> 'cod'`;

interface Opening {
  orderId: number;
  method: OnlineMethod;
  /** whole đồng */
  amount: number;
  /** what it comes to in dollars, for a gateway that counts in them */
  usd: { cents: number; rate: number } | null;
  now: Date;
  expiresAt: Date;
  checkAfter: Date;
}

/** Writes another attempt to pay an order, before anybody is sent anywhere. The order is locked, so that numbers do not meet. */
export async function openAttempt(tx: Tx, opening: Opening): Promise<StoredAttempt> {
  const { orderId, method, amount, usd, now, expiresAt, checkAfter } = opening;
  const row = await tx.one<StoredAttempt>(sql`
    insert into payment (order_id, attempt, method, reference, status, amount, amount_usd_cents, usd_rate, created_at,
      expires_at, check_after)
    select ${orderId}, attempt, ${method}, ${orderId}::integer || '-' || attempt, 'created', ${amount},
      ${usd?.cents ?? null}::bigint, ${usd?.rate ?? null}::bigint, ${now}::timestamptz, ${expiresAt}::timestamptz,
      ${checkAfter}::timestamptz
    from (select coalesce(max(attempt), 0) + 1 attempt from payment where order_id = ${orderId}) next
    returning ${columns}`);
  if (!row) throw new Error("an attempt was written and is not there");
  return row;
}

export const findAttempt = (reader: Reader, id: number): Promise<StoredAttempt | undefined> =>
  reader.one(sql`select ${columns} from payment where id = ${id} and ${online}`);

/** The same, its row locked. Whoever calls has locked its order first. */
export const lockAttempt = (tx: Tx, id: number): Promise<StoredAttempt | undefined> =>
  tx.one(sql`select ${columns} from payment where id = ${id} and ${online} for update`);

/** All attempts to pay an order online, the newest first. */
export const attemptsOf = (reader: Reader, orderId: number): Promise<StoredAttempt[]> =>
  reader.all(sql`select ${columns} from payment where order_id = ${orderId} and ${online} order by attempt desc`);

/** How a gateway names an attempt: by our reference, its own id of it, or its number of the money's movement. */
export interface AttemptName {
  reference: string | null;
  gatewayId: string | null;
  gatewayTransaction: string | null;
}

export const findAttemptNamed = (
  reader: Reader,
  method: OnlineMethod,
  { reference, gatewayId, gatewayTransaction }: AttemptName,
): Promise<StoredAttempt | undefined> =>
  reader.one(sql`
    select ${columns} from payment where method = ${method}
      and (reference = ${reference}::text or gateway_id = ${gatewayId}::text
        or gateway_transaction = nullif(${gatewayTransaction}::text, ''))
    order by (reference = ${reference}::text) is true desc, (gateway_id = ${gatewayId}::text) is true desc, id desc limit 1`);

/** Nobody has said yet what became of it. */
export const isPending = ({ status }: Pick<StoredAttempt, "status">): boolean =>
  status === "created" || status === "pending";

/** Its money has come, whatever became of it then. */
export const hasBeenPaid = ({ status }: Pick<StoredAttempt, "status">): boolean =>
  status === "succeeded" || status === "to_refund" || status === "refunded";

/** What the gateway was sent and where the shopper pays; an attempt that is over meanwhile stays over. */
export const recordCreated = (tx: Tx, id: number, { payUrl, gatewayId, request }: PaymentSession): Promise<number> =>
  tx.run(sql`
    update payment set gateway_id = coalesce(${gatewayId}::text, gateway_id),
      request = ${json({ ...request, pay_url: payUrl })}::jsonb,
      status = case when status = 'created' then 'pending' else status end
    where id = ${id}`);

/** Where a shopper pays an attempt, or null while nobody knows. */
export const payUrlOf = ({ request }: Pick<Attempt, "request">): string | null =>
  typeof request.pay_url === "string" ? request.pay_url : null;

interface Ending {
  status: StoredAttempt["status"];
  now: Date;
  code?: string;
  transaction?: string;
  answer?: Record<string, unknown>;
  checkAfter: Date | null;
}

/** Ends an attempt, or begins to give its money back. */
export const endAttempt = (tx: Tx, id: number, { status, now, checkAfter, ...said }: Ending): Promise<number> =>
  tx.run(sql`
    update payment set status = ${status}, settled_at = ${now}, check_after = ${checkAfter}::timestamptz, held_at = null,
      code = coalesce(${said.code ?? null}::text, code),
      gateway_transaction = coalesce(nullif(${said.transaction ?? ""}::text, ''), gateway_transaction),
      answer = coalesce(${said.answer ? json(said.answer) : null}::jsonb, answer)
    where id = ${id}`);

/**
 * Closes what is open of an order because another attempt takes its place; somebody may follow its link all the same. What the
 * gateway examines stays open: it is asked about until there is a result.
 */
export const closeOpenAttempts = (tx: Tx, orderId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update payment set status = 'cancelled', code = 'cancelled', settled_at = ${now},
      check_after = case when expires_at > ${now} then expires_at + interval '1 minute' end
    where order_id = ${orderId} and ${online} and status in ('created', 'pending') and held_at is null`);

/** The gateway has the money and examines it. */
export const markUnderReview = (
  tx: Tx,
  id: number,
  { now, checkAfter, transaction, code }: { now: Date; checkAfter: Date | null; transaction: string; code: string },
): Promise<number> =>
  tx.run(sql`
    update payment set held_at = coalesce(held_at, ${now}), check_after = ${checkAfter}::timestamptz, code = ${code},
      gateway_transaction = coalesce(nullif(${transaction}::text, ''), gateway_transaction)
    where id = ${id}`);

/** When the gateway is asked about an attempt next. */
export const schedulePoll = (tx: Tx, id: number, checkAfter: Date | null): Promise<number> =>
  tx.run(sql`update payment set check_after = ${checkAfter}::timestamptz where id = ${id}`);

/**
 * Takes the attempts whose turn it is to be asked about, and no other process takes them until the lease is over.
 * @returns their ids
 */
export async function claimDueAttempts(
  tx: Tx,
  { now, leaseUntil, most }: { now: Date; leaseUntil: Date; most: number },
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    update payment set check_after = ${leaseUntil} where id in (
      select id from payment where check_after <= ${now} and ${online}
      order by check_after limit ${most} for update skip locked)
    returning id`);
  return rows.map(({ id }) => id);
}

/** Whether an order has been paid in another way than by this attempt; what is given back as too much does not count. */
export async function isPaidOtherwise(tx: Tx, { orderId, id }: Pick<Attempt, "orderId" | "id">): Promise<boolean> {
  const other = await tx.one(sql`
    select from payment p where p.order_id = ${orderId} and p.id <> ${id} and p.status in ('succeeded', 'refunded')
      and not exists (select from refund r where r.payment_id = p.id and r.surplus)`);
  return other !== undefined;
}
