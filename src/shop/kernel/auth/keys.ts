import type { FastifyInstance, FastifyRequest } from "fastify";
import { findMerchantKey, type KeyPair, type MerchantKey, type Permissions } from "./merchant-keys.ts";
import { authenticationError, hasFormBody, oauthKey } from "./oauth.ts";
import { HttpError } from "#shop/kernel/http/errors.ts";
import { hmacHex, sameSecret } from "#shop/kernel/base/secrets.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";

/** Who signs a call of `wc/v3`. */
export type Caller =
  | { kind: "anonymous" }
  /** the page's publishable key: acts as the visitor of the session cookie, and for nobody else */
  | { kind: "storefront" }
  | { kind: "merchant"; keyId: number; permissions: Permissions };

export type Merchant = Extract<Caller, { kind: "merchant" }>;

let storefront: { appSecret: string; pair: KeyPair } | undefined;

/**
 * The publishable pair that every page carries. It is derived from APP_SECRET, so that all processes agree on it; once, as
 * every call is signed with it.
 */
export function storefrontKey(appSecret: string): KeyPair {
  if (storefront?.appSecret !== appSecret) {
    const consumerKey = `ck_${hmacHex(appSecret, "storefront key").slice(0, 40)}`;
    const consumerSecret = `cs_${hmacHex(appSecret, "storefront secret").slice(0, 40)}`;
    storefront = { appSecret, pair: { consumerKey, consumerSecret } };
  }
  return storefront.pair;
}

function basicPair(request: FastifyRequest): KeyPair | null {
  const found = /^Basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(request.headers.authorization ?? "");
  if (!found?.[1]) return null;
  const text = Buffer.from(found[1], "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? null : { consumerKey: text.slice(0, colon), consumerSecret: text.slice(colon + 1) };
}

function queryPair(request: FastifyRequest): KeyPair | null {
  const { consumer_key, consumer_secret } = (request.query ?? {}) as Record<string, unknown>;
  return typeof consumer_key === "string" && typeof consumer_secret === "string" && consumer_key && consumer_secret
    ? { consumerKey: consumer_key, consumerSecret: consumer_secret }
    : null;
}

const secretIsInvalid = (): HttpError => authenticationError("Consumer secret is invalid.");

/** The storefront's key is no secret: it passes over plain http too. A merchant's key and secret need https. */
async function pairCaller(shop: AppContext, request: FastifyRequest): Promise<Caller | null> {
  const https = request.protocol === "https";
  const pair = (https ? queryPair(request) : null) ?? basicPair(request);
  if (!pair) return null;
  const own = storefrontKey(shop.config.appSecret);
  // every page carries it: how long a comparison takes tells nobody anything
  if (pair.consumerKey === own.consumerKey) {
    if (pair.consumerSecret !== own.consumerSecret) throw secretIsInvalid();
    return { kind: "storefront" };
  }
  if (!https) return null;
  const key = await shop.admission.run("merchant", () =>
    findMerchantKey(shop.db, shop.config.appSecret, pair.consumerKey),
  );
  if (!key) return null;
  if (!sameSecret(pair.consumerSecret, key.consumerSecret)) throw secretIsInvalid();
  return merchant(key);
}

const merchant = (key: MerchantKey): Caller => ({ kind: "merchant", keyId: key.id, permissions: key.permissions });

const reads = new Set(["GET", "HEAD"]);
function checkPermission(caller: Caller, method: string): void {
  if (caller.kind !== "merchant" || method === "OPTIONS" || caller.permissions === "read_write") return;
  const needed = reads.has(method) ? "read" : "write";
  if (caller.permissions !== needed) {
    throw authenticationError(`The API key provided does not have ${needed} permissions.`);
  }
}

/** Keys count on WooCommerce's own namespaces alone; elsewhere they are not looked at, not even to refuse them. */
const countsKeys = (request: FastifyRequest): boolean => {
  const route = request.routeOptions.url;
  return /^\/wp-json\/wc[/-]/.test(route && !route.endsWith("*") ? route : request.url);
};

async function authenticate(shop: AppContext, request: FastifyRequest): Promise<Caller> {
  if (!countsKeys(request)) return { kind: "anonymous" };
  const byPair = await pairCaller(shop, request);
  if (byPair) return byPair;
  const key = await oauthKey(shop, request);
  return key ? merchant(key) : { kind: "anonymous" };
}

const known = new WeakMap<FastifyRequest, Promise<Caller>>();

/**
 * Who signed this call, found out once a request.
 * @throws Refusal 401 for credentials that do not hold, and for a key without the permission that the method needs
 */
export function callerOf(shop: AppContext, request: FastifyRequest): Promise<Caller> {
  const asked = known.get(request);
  if (asked) return asked;
  const caller = authenticate(shop, request).then((found) => {
    checkPermission(found, request.method);
    return found;
  });
  known.set(request, caller);
  return caller;
}

const refusals = {
  list: ["cannot_view", "Sorry, you cannot list resources."],
  read: ["cannot_view", "Sorry, you cannot view this resource."],
  create: ["cannot_create", "Sorry, you are not allowed to create resources."],
  update: ["cannot_edit", "Sorry, you are not allowed to edit this resource."],
  delete: ["cannot_delete", "Sorry, you are not allowed to delete this resource."],
  batch: ["cannot_batch", "Sorry, you are not allowed to batch manipulate this resource."],
} as const;

/** What the call would do, from its method and the shape of its route. */
function actionOf(request: FastifyRequest): keyof typeof refusals {
  const route = (request.routeOptions.url ?? "").replace(/\/$/, "");
  const single = /\/:[^/]+$/.test(route);
  if (reads.has(request.method)) return single ? "read" : "list";
  if (request.method === "DELETE") return "delete";
  if (route.endsWith("/batch")) return "batch";
  return single || request.method !== "POST" ? "update" : "create";
}

/**
 * The refusal of a call that its caller has no right to, in WooCommerce's words: 401 for nobody, 403 for a known caller.
 */
export function forbidden(request: FastifyRequest, caller: Caller): HttpError {
  const [code, message] = refusals[actionOf(request)];
  return new HttpError(caller.kind === "anonymous" ? 401 : 403, `woocommerce_rest_${code}`, message);
}

/** Either key, as all of `wc/v3` needs one. @throws Refusal 401 */
export async function requireCaller(
  shop: AppContext,
  request: FastifyRequest,
): Promise<Exclude<Caller, { kind: "anonymous" }>> {
  const caller = await callerOf(shop, request);
  if (caller.kind === "anonymous") throw forbidden(request, caller);
  return caller;
}

/** A merchant's key, where the storefront has no business. @throws Refusal 401, or 403 for the storefront's key */
export async function requireMerchant(shop: AppContext, request: FastifyRequest): Promise<Merchant> {
  const caller = await callerOf(shop, request);
  if (caller.kind !== "merchant") throw forbidden(request, caller);
  return caller;
}

/** Looks at the key before anything else of a call, so that a bad one is 401 on an unknown route or with a bad body too. */
export function authenticateKeyHook(http: FastifyInstance, shop: AppContext): void {
  http.addHook("onRequest", async (request) => {
    if (!hasFormBody(request)) await callerOf(shop, request);
  });
  // a form body is part of what OAuth signs, so it has to be read first
  http.addHook("preValidation", async (request) => {
    await callerOf(shop, request);
  });
}
