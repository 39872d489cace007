import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Db, sql, type Tx } from "#shop/kernel/db/database.ts";
import { findMerchantKey, type MerchantKey } from "./merchant-keys.ts";
import { signedMethods } from "#shop/kernel/request/method-override.ts";
import {
  baseString,
  isSignatureMethod,
  lastOfEach,
  type Pair,
  pairsOfHeader,
  pairsOfQuery,
  signatureMatches,
} from "./oauth-signature.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { formText } from "#shop/kernel/request/body-parsers.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";

/** Maximum clock skew of a timestamp, and how long a nonce is stored. */
export const oauthWindowMs = 15 * minuteMs;

const required = [
  "oauth_consumer_key",
  "oauth_timestamp",
  "oauth_nonce",
  "oauth_signature",
  "oauth_signature_method",
] as const;

export const authenticationError = (message: string): HttpError =>
  new HttpError(401, "woocommerce_rest_authentication_error", message);

/** A form body is signed, a JSON body is not. */
export const hasFormBody = (request: FastifyRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? "");

const pairsOfForm = (request: FastifyRequest): Pair[] => [...new URLSearchParams(formText(request))];

/**
 * The URLs that a client may have signed: the public one, the same with the scheme of the request, and in demo mode the
 * loopback name that it used.
 */
function candidateUrls(request: FastifyRequest, config: Config): string[] {
  const path = request.url.split("?")[0] ?? "";
  const origins = new Set([new URL(config.publicUrl).origin]);
  const own = new URL(config.publicUrl);
  own.protocol = `${request.protocol}:`;
  origins.add(own.origin);
  const called = URL.parse(`${request.protocol}://${request.host}`);
  if (called && config.mode === "demo" && ["localhost", "127.0.0.1", "[::1]"].includes(called.hostname)) {
    origins.add(called.origin);
  }
  return [...origins].map((origin) => `${origin}${path}`);
}

/**
 * Stores a nonce. If the timestamp is ahead of our clock, the nonce is stored until that timestamp has expired, so that
 * a request can never be replayed while its timestamp is valid. @returns false if the key has used it already
 */
const claimNonce = (db: Db, keyId: number, nonce: string, timestampMs: number, nowMs: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const usedAt = new Date(Math.max(nowMs, timestampMs));
    // hashed: the client chooses its length
    const name = createHash("sha256").update(nonce).digest("base64url");
    const taken = await tx.run(sql`
      insert into oauth_nonce (key_id, nonce, used_at) values (${keyId}, ${name}, ${usedAt})
      on conflict (key_id, nonce) do update set used_at = excluded.used_at
      where oauth_nonce.used_at < ${new Date(nowMs - oauthWindowMs)}`);
    return taken === 1;
  });

/** Deletes nonces whose timestamps have expired. */
export const sweepNonces = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from oauth_nonce where used_at < ${new Date(now.getTime() - oauthWindowMs)}`);

/**
 * OAuth 1.0a, one-legged, with WooCommerce's checks in WooCommerce's order.
 * @returns the key that signed, or null if the request has no OAuth parameters
 * @throws HttpError 401 with the message of the first check that fails
 */
export async function oauthKey(shop: AppContext, request: FastifyRequest): Promise<MerchantKey | null> {
  const pairs = [
    ...pairsOfQuery(request.url),
    ...pairsOfForm(request),
    ...pairsOfHeader(request.headers.authorization),
  ];
  const sent = new Map(pairs);
  const missing = required.filter((name) => !sent.get(name));
  if (missing.length === required.length) return null;
  if (missing.length > 0) {
    const message = `Missing OAuth parameter${missing.length > 1 ? "s" : ""} ${missing.join(", ")}`;
    throw new HttpError(401, "woocommerce_rest_authentication_missing_parameter", message);
  }
  const [consumerKey = "", timestamp = "", nonce = "", signature = "", method = ""] = required.map((name) =>
    sent.get(name),
  );
  // the key lookup precedes authentication, so it runs under admission control; unauthenticated lookups use the merchant class
  const key = await shop.admission.run("merchant", () => findMerchantKey(shop.db, shop.config.appSecret, consumerKey));
  if (!key) throw authenticationError("Consumer key is invalid.");
  if (!isSignatureMethod(method)) throw authenticationError("Invalid signature - signature method is invalid.");
  const signed = candidateUrls(request, shop.config).flatMap((url) =>
    signedMethods(request).flatMap((sent) => [baseString(sent, url, pairs), baseString(sent, url, lastOfEach(pairs))]),
  );
  if (!signatureMatches(signature, method, key.consumerSecret, signed)) {
    throw authenticationError("Invalid signature - provided signature does not match.");
  }
  const nowMs = shop.clock.now().getTime();
  const timestampMs = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN;
  // the client's timestamp is in whole seconds, so our clock is rounded down too
  const skewMs = Math.abs(timestampMs - Math.floor(nowMs / 1000) * 1000);
  if (!(skewMs <= oauthWindowMs)) throw authenticationError("Invalid timestamp.");
  if (!(await claimNonce(shop.db, key.id, nonce, timestampMs, nowMs))) {
    throw authenticationError("Invalid nonce - nonce has already been used.");
  }
  return key;
}
