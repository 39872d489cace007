import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { decrypt, encrypt, hmacHex } from "#shop/kernel/base/secrets.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";

/** One action of an account: its request and the retries of it have the same key. */
export interface IdempotentAttempt {
  owner: string;
  key: string;
  requestHash: Buffer;
}

interface SuccessfulResponse {
  status: number;
  location?: string;
  body: unknown;
}
type StoredResponse = SuccessfulResponse | { error: Pick<HttpError, "status" | "code" | "message" | "extra"> };

const purpose = "idempotent response";
const retentionMs = dayMs;
/** A request without a response after this time ended with its process. */
const abandonedMs = 5 * minuteMs;
/** How long a duplicate waits for the first response. */
const pollEveryMs = 100;
const maxPolls = 50;

/**
 * The attempt that a request belongs to; null for other methods than POST and PUT and without the header `Idempotency-Key`.
 * @param owner namespace of the key: `staff:3`
 * @throws HttpError 400 for a malformed key
 */
export function idempotentAttempt(
  { config }: AppContext,
  request: FastifyRequest,
  owner: string,
): IdempotentAttempt | null {
  const key = request.headers["idempotency-key"];
  // a difference of stock is sent by PUT: processed twice, it would count twice
  if (!["POST", "PUT"].includes(request.method) || key === undefined) return null;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalidParam("Idempotency-Key", t(languageOf(request), "staff_errors.idempotency_key"));
  // a file by its hash: as JSON it would be several times as long
  const body = Buffer.isBuffer(request.body)
    ? createHash("sha256").update(request.body).digest("hex")
    : (request.body ?? null);
  const content = JSON.stringify([request.url, body]);
  // keyed, since a body may contain a password
  return { owner, key, requestHash: Buffer.from(hmacHex(config.appSecret, `${purpose} ${content}`), "hex") };
}

const isOf = ({ owner, key }: IdempotentAttempt): Sql => sql`owner = ${owner} and key = ${key}`;

/** First statement of each transaction of the attempt: records with it that the request must not be processed again. */
export const recordWriteSql = (attempt: IdempotentAttempt): Sql =>
  sql`update idempotent_response set has_written = true where ${isOf(attempt)} and not has_written`;

/** @returns whether this request is the one to be processed: the first, or one after an abandoned claim */
async function claim({ db, clock }: AppContext, { owner, key, requestHash }: IdempotentAttempt): Promise<boolean> {
  const now = clock.now();
  const claimed = await db.write(sql`
    insert into idempotent_response as r (owner, key, request_hash, claimed_at)
    values (${owner}, ${key}, ${requestHash}, ${now})
    on conflict (owner, key) do update set claimed_at = excluded.claimed_at
      where r.request_hash = excluded.request_hash and r.response_encrypted is null and not r.has_written
        and r.claimed_at < ${new Date(now.getTime() - abandonedMs)}
    returning key`);
  return claimed.length === 1;
}

/** Releases the claim of a request that has written nothing, so that a retry is processed. */
const release = ({ db }: AppContext, attempt: IdempotentAttempt) =>
  db.write(sql`
    delete from idempotent_response where ${isOf(attempt)} and response_encrypted is null and not has_written
    returning key`);

const store = ({ db, config }: AppContext, attempt: IdempotentAttempt, response: StoredResponse) =>
  db.write(sql`
    update idempotent_response
    set response_encrypted = ${encrypt(config.appSecret, purpose, JSON.stringify(response))}
    where ${isOf(attempt)} returning key`);

interface AttemptRow {
  sameRequest: boolean;
  claimedAt: Date;
  sealed: Uint8Array | null;
}

/** The stored response; waits for it for a few seconds. @returns null if the claim was released @throws HttpError 409, 422 */
async function awaitResponse(
  { db, config, clock }: AppContext,
  attempt: IdempotentAttempt,
  request: FastifyRequest,
): Promise<StoredResponse | null> {
  const lang = languageOf(request);
  for (let poll = 0; poll < maxPolls; poll++) {
    const row = await db.one<AttemptRow>(sql`
      select request_hash = ${attempt.requestHash} "sameRequest", claimed_at "claimedAt", response_encrypted "sealed"
      from idempotent_response where ${isOf(attempt)}`);
    if (!row) return null;
    if (!row.sameRequest)
      throw new HttpError(422, "lianne_idempotency_reused", t(lang, "staff_errors.idempotency_reused"));
    if (row.sealed) return JSON.parse(decrypt(config.appSecret, purpose, row.sealed)) as StoredResponse;
    if (clock.now().getTime() - row.claimedAt.getTime() > abandonedMs) break;
    await sleep(pollEveryMs);
  }
  throw new HttpError(409, "lianne_idempotency_pending", t(lang, "staff_errors.idempotency_pending"));
}

/** Errors of the server, and limits, may be gone with the next attempt. */
const isFinal = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status < 500 && error.status !== 429;

async function processFirst(
  shop: AppContext,
  attempt: IdempotentAttempt,
  run: () => Promise<SuccessfulResponse>,
): Promise<SuccessfulResponse> {
  try {
    const response = await run();
    await store(shop, attempt, response);
    return response;
  } catch (error) {
    if (isFinal(error)) {
      const { status, code, message, extra } = error;
      await store(shop, attempt, { error: { status, code, message, extra } });
    } else await release(shop, attempt);
    throw error;
  }
}

async function responseOf(
  shop: AppContext,
  attempt: IdempotentAttempt,
  { request, run }: { request: FastifyRequest; run: () => Promise<SuccessfulResponse> },
): Promise<SuccessfulResponse> {
  if (await claim(shop, attempt)) return processFirst(shop, attempt, run);
  const stored = await awaitResponse(shop, attempt, request);
  if (!stored) return responseOf(shop, attempt, { request, run });
  if (!("error" in stored)) return stored;
  const { status, code, message, extra } = stored.error;
  throw new HttpError(status, code, message, { extra });
}

/**
 * Processes the first request of an attempt, and sends its response to the others: those that arrive meanwhile wait. After an
 * error of the server, or if the process is lost, a retry is processed only if the request has written nothing.
 * @param run processes the request, and returns the body of the response
 * @throws HttpError 409 while the first request is not completed, or if its result was lost; 422 for another request with the key
 */
export async function respondOnce(
  shop: AppContext,
  attempt: IdempotentAttempt,
  {
    request,
    reply,
    status,
    run,
  }: { request: FastifyRequest; reply: FastifyReply; status: number | undefined; run: () => Promise<unknown> },
): Promise<FastifyReply> {
  const response = await responseOf(shop, attempt, {
    request,
    run: async () => {
      const body = await run();
      const location = reply.getHeader("location");
      return { status: status ?? reply.statusCode, ...(location ? { location: String(location) } : {}), body };
    },
  });
  if (response.location) reply.header("location", response.location);
  return reply.code(response.status).send(response.body);
}

/** Deletes responses older than a day. */
export const sweepIdempotentResponses = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from idempotent_response where claimed_at < ${new Date(now.getTime() - retentionMs)}`);
