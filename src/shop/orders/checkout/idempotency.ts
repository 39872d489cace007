import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { languageOf } from "#shop/kernel/http/request-language.ts";
import { invalidParam, HttpError } from "#shop/kernel/http/errors.ts";
import { t } from "#shop/kernel/http/messages.ts";

/** One submit of a form, kept over its retries. */
export interface SubmitAttempt {
  owner: string;
  key: string;
  bodyHash: Buffer;
}

/**
 * The attempt that a call belongs to.
 * @param owner whose keys they are: `customer:1001`
 * @param body what it asks for, as it was read
 * @throws Refusal 400 without a usable `Idempotency-Key`
 */
export function idempotencyKeyOf(request: FastifyRequest, owner: string, body: unknown): SubmitAttempt {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalidParam("Idempotency-Key", t(languageOf(request), "order_errors.idempotency_required"));
  return { owner, key, bodyHash: createHash("sha256").update(JSON.stringify(body)).digest() };
}

interface Made {
  orderId: number | null;
  same: boolean | null;
}

function orderMade(made: Made | undefined, request: FastifyRequest): number | null {
  if (made?.same === false)
    throw new HttpError(422, "idempotency_key_reused", t(languageOf(request), "order_errors.idempotency_reused"));
  return made?.orderId ?? null;
}

/**
 * The order that this attempt has already made, and whether any of the customer's own waits to be paid.
 * @param waiting what such an order is, as a condition on `orders`
 * @throws Refusal 422 when the key was used for something else
 */
export async function findSubmitState(
  reader: Reader,
  request: FastifyRequest,
  { attempt, customerId, waiting }: { attempt: SubmitAttempt; customerId: number; waiting: Sql },
): Promise<{ orderId: number | null; waits: boolean }> {
  const row = await reader.one<Made & { waits: boolean }>(sql`
    select made.order_id "orderId", made.body_hash = ${attempt.bodyHash} same,
      exists (select from orders where customer_id = ${customerId} and ${waiting}) waits
    from (select 1) always
      left join idempotency_key made on made.owner = ${attempt.owner} and made.key = ${attempt.key}`);
  return { orderId: orderMade(row, request), waits: row?.waits ?? true };
}

/**
 * The order that this attempt has already made, or null.
 * @throws Refusal 422 when the key was used for something else
 */
export async function findOrderByIdempotencyKey(
  reader: Reader,
  request: FastifyRequest,
  { owner, key, bodyHash }: SubmitAttempt,
): Promise<number | null> {
  const made = await reader.one<Made>(sql`
    select order_id "orderId", body_hash = ${bodyHash} same from idempotency_key where owner = ${owner} and key = ${key}`);
  return orderMade(made, request);
}

const rememberedMs = dayMs;
/** Forgets keys older than a day. */
export const sweepIdempotencyKeys = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from idempotency_key where created_at < ${new Date(now.getTime() - rememberedMs)}`);
