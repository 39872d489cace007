import { createHash } from "node:crypto";
import type { Language } from "#contract/language.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import type { Buyer } from "#shop/kernel/auth/buyer.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { Order } from "./order.ts";
import { ownedBy } from "./owned-by.ts";

/** One submit of a form: the first request with an idempotency key, and its retries. */
export interface SubmitAttempt {
  owner: string;
  key: string;
  bodyHash: Buffer;
}

/** The order of one submit. */
export interface SubmitResult {
  orderId: number;
  /** false if the order existed before this request */
  isNew: boolean;
  /** as stored, if it is new */
  order?: Order;
}

/**
 * The submit that a request belongs to.
 * @param key the value of the `Idempotency-Key` header
 * @param owner namespace of the key: `customer:1001`, `guest:` with the hash of a cookie
 * @param body the parsed request body
 * @throws HttpError 400 for a missing or malformed key
 */
export function parseIdempotencyKey(
  key: string | string[] | undefined,
  { owner, body, lang }: { owner: string; body: unknown; lang: Language },
): SubmitAttempt {
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalidParam("Idempotency-Key", t(lang, "order_errors.idempotency_required"));
  return { owner, key, bodyHash: createHash("sha256").update(JSON.stringify(body)).digest() };
}

interface IdempotencyKeyRow {
  orderId: number | null;
  sameBody: boolean | null;
}

function orderIdOf(row: IdempotencyKeyRow | undefined, lang: Language): number | null {
  if (row?.sameBody === false)
    throw new HttpError(422, "idempotency_key_reused", t(lang, "order_errors.idempotency_reused"));
  return row?.orderId ?? null;
}

/**
 * The order that this submit has already created, and whether the buyer has any order awaiting payment, in one query.
 * @param unpaid the condition on `orders o` for the latter
 * @throws HttpError 422 if the key was used with another body
 */
export async function findSubmitState(
  reader: Reader,
  attempt: SubmitAttempt,
  { buyer, unpaid, lang }: { buyer: Buyer; unpaid: Sql; lang: Language },
): Promise<{ orderId: number | null; hasUnpaid: boolean }> {
  const row = await reader.one<IdempotencyKeyRow & { hasUnpaid: boolean }>(sql`
    select known.order_id "orderId", known.body_hash = ${attempt.bodyHash} "sameBody",
      exists (select from orders o where ${ownedBy(buyer)} and ${unpaid}) "hasUnpaid"
    from (select 1) always
      left join idempotency_key known on known.owner = ${attempt.owner} and known.key = ${attempt.key}`);
  return { orderId: orderIdOf(row, lang), hasUnpaid: row?.hasUnpaid ?? true };
}

/**
 * The order that this submit has already created, or null.
 * @throws HttpError 422 if the key was used with another body
 */
export async function findOrderByIdempotencyKey(
  reader: Reader,
  { owner, key, bodyHash }: SubmitAttempt,
  lang: Language,
): Promise<number | null> {
  const row = await reader.one<IdempotencyKeyRow>(sql`
    select order_id "orderId", body_hash = ${bodyHash} "sameBody"
    from idempotency_key where owner = ${owner} and key = ${key}`);
  return orderIdOf(row, lang);
}

/**
 * Stores the order that a submit has created.
 * @throws a violated `idempotency_key_pkey` if a concurrent request of the same submit has stored its own
 */
export const storeIdempotencyKey = (
  tx: Tx,
  { owner, key, bodyHash }: SubmitAttempt,
  { orderId, now }: { orderId: number; now: Date },
): Promise<number> =>
  tx.run(sql`
    insert into idempotency_key (owner, key, body_hash, order_id, created_at)
    values (${owner}, ${key}, ${bodyHash}, ${orderId}, ${now})`);

const retentionMs = dayMs;
/** Deletes keys older than a day. */
export const sweepIdempotencyKeys = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from idempotency_key where created_at < ${new Date(now.getTime() - retentionMs)}`);
