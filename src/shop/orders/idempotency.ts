import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { dayMs } from "#shop/kernel/clock.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/database.ts";
import { languageOf } from "#shop/kernel/preferences.ts";
import { invalidParam, Refusal } from "#shop/kernel/problems.ts";
import { say } from "#shop/kernel/sentences.ts";

/** One submit of a form, kept over its retries. */
export interface Attempt {
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
export function attemptOf(request: FastifyRequest, owner: string, body: unknown): Attempt {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalidParam("Idempotency-Key", say(languageOf(request), "order_errors.idempotency_required"));
  return { owner, key, bodyHash: createHash("sha256").update(JSON.stringify(body)).digest() };
}

/**
 * The order that this attempt has already made, or null.
 * @throws Refusal 422 when the key was used for something else
 */
export async function orderOfAttempt(
  reader: Reader,
  request: FastifyRequest,
  { owner, key, bodyHash }: Attempt,
): Promise<number | null> {
  const made = await reader.one<{ orderId: number; same: boolean }>(sql`
    select order_id "orderId", body_hash = ${bodyHash} same from idempotency_key where owner = ${owner} and key = ${key}`);
  if (!made) return null;
  if (!made.same)
    throw new Refusal(422, "idempotency_key_reused", say(languageOf(request), "order_errors.idempotency_reused"));
  return made.orderId;
}

const rememberedMs = dayMs;
/** Forgets keys older than a day. */
export const sweepIdempotencyKeys = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from idempotency_key where created_at < ${new Date(now.getTime() - rememberedMs)}`);
