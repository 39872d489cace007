import type { FastifyInstance, FastifyRequest } from "fastify";
import { findMerchantKey, type KeyPair, type MerchantKey, type Permissions } from "./merchant-keys.ts";
import { authenticationError, hasFormBody, oauthKey } from "./oauth.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { hmacHex, secretsEqual } from "#shop/kernel/base/secrets.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { StaffSession } from "./staff-sessions.ts";

/** The authenticated caller of a `wc/v3` endpoint. */
export type Caller =
  | { kind: "anonymous" }
  /** the publishable key of the pages: acts only as the visitor of the session cookie */
  | { kind: "storefront" }
  | {
      kind: "merchant";
      permissions: Permissions;
      /** the key, or the staff member whose session counts as one: `merchant:3`, `staff:3` */
      actor: `merchant:${number}` | `staff:${number}`;
      /** the session; null with a key */
      staff: StaffSession | null;
    };

export type Merchant = Extract<Caller, { kind: "merchant" }>;

let cachedStorefrontKey: { appSecret: string; pair: KeyPair } | undefined;

/**
 * The publishable key pair that every page contains. Derived from APP_SECRET, so that all processes agree on it;
 * cached, because every request uses it.
 */
export function storefrontKey(appSecret: string): KeyPair {
  if (cachedStorefrontKey?.appSecret !== appSecret) {
    const consumerKey = `ck_${hmacHex(appSecret, "storefront key").slice(0, 40)}`;
    const consumerSecret = `cs_${hmacHex(appSecret, "storefront secret").slice(0, 40)}`;
    cachedStorefrontKey = { appSecret, pair: { consumerKey, consumerSecret } };
  }
  return cachedStorefrontKey.pair;
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

/**
 * The storefront's key is not secret, so it is accepted over plain http too. A merchant's key and secret require https.
 */
async function callerByKeyPair(shop: AppContext, request: FastifyRequest): Promise<Caller | null> {
  const https = request.protocol === "https";
  const pair = (https ? queryPair(request) : null) ?? basicPair(request);
  if (!pair) return null;
  const own = storefrontKey(shop.config.appSecret);
  // the key is public, so the comparison needs no constant time
  if (pair.consumerKey === own.consumerKey) {
    if (pair.consumerSecret !== own.consumerSecret) throw secretIsInvalid();
    return { kind: "storefront" };
  }
  if (!https) return null;
  const key = await shop.admission.run("merchant", () =>
    findMerchantKey(shop.db, shop.config.appSecret, pair.consumerKey),
  );
  if (!key) return null;
  if (!secretsEqual(pair.consumerSecret, key.consumerSecret)) throw secretIsInvalid();
  return merchant(key);
}

const merchant = ({ id, permissions }: MerchantKey): Merchant => ({
  kind: "merchant",
  permissions,
  actor: `merchant:${id}`,
  staff: null,
});

/** The name of a merchant in the audit log: `key:3`, `staff:3`. */
export const auditNameOf = ({ actor }: Merchant): string => actor.replace("merchant:", "key:");

const readMethods = new Set(["GET", "HEAD"]);
function checkPermission(caller: Caller, method: string): void {
  if (caller.kind !== "merchant" || method === "OPTIONS" || caller.permissions === "read_write") return;
  const needed = readMethods.has(method) ? "read" : "write";
  if (caller.permissions !== needed) {
    throw authenticationError(`The API key provided does not have ${needed} permissions.`);
  }
}

/** Keys are used in WooCommerce's own namespaces only; elsewhere they are ignored, even invalid ones. */
const acceptsKeys = (request: FastifyRequest): boolean => {
  const route = request.routeOptions.url;
  return /^\/wp-json\/wc[/-]/.test(route && !route.endsWith("*") ? route : request.url);
};

async function authenticate(shop: AppContext, request: FastifyRequest): Promise<Caller> {
  if (!acceptsKeys(request)) return { kind: "anonymous" };
  const byPair = await callerByKeyPair(shop, request);
  if (byPair) return byPair;
  const key = await oauthKey(shop, request);
  return key ? merchant(key) : { kind: "anonymous" };
}

const callers = new WeakMap<FastifyRequest, Promise<Caller>>();

/** Lets a staff member's session count as a merchant's key for the rest of the request. */
export function setStaffCaller(request: FastifyRequest, staff: StaffSession): Merchant {
  const caller: Merchant = { kind: "merchant", permissions: "read_write", actor: `staff:${staff.staffId}`, staff };
  callers.set(request, Promise.resolve(caller));
  return caller;
}

/**
 * Authenticates the caller, once for each request.
 * @throws HttpError 401 for invalid credentials, and for a key without the permission that the method needs
 */
export function callerOf(shop: AppContext, request: FastifyRequest): Promise<Caller> {
  const cached = callers.get(request);
  if (cached) return cached;
  const caller = authenticate(shop, request).then((found) => {
    checkPermission(found, request.method);
    return found;
  });
  callers.set(request, caller);
  return caller;
}

const permissionErrors = {
  list: ["cannot_view", "Sorry, you cannot list resources."],
  read: ["cannot_view", "Sorry, you cannot view this resource."],
  create: ["cannot_create", "Sorry, you are not allowed to create resources."],
  update: ["cannot_edit", "Sorry, you are not allowed to edit this resource."],
  delete: ["cannot_delete", "Sorry, you are not allowed to delete this resource."],
  batch: ["cannot_batch", "Sorry, you are not allowed to batch manipulate this resource."],
} as const;

/** The action of a request, from its method and the shape of its route. */
function actionOf(request: FastifyRequest): keyof typeof permissionErrors {
  const route = (request.routeOptions.url ?? "").replace(/\/$/, "");
  const single = /\/:[^/]+$/.test(route);
  if (readMethods.has(request.method)) return single ? "read" : "list";
  if (request.method === "DELETE") return "delete";
  if (route.endsWith("/batch")) return "batch";
  return single || request.method !== "POST" ? "update" : "create";
}

/** The error for a missing permission, in WooCommerce's wording: 401 for an anonymous caller, 403 for a known one. */
export function forbidden(request: FastifyRequest, caller: Caller): HttpError {
  const [code, message] = permissionErrors[actionOf(request)];
  return new HttpError(caller.kind === "anonymous" ? 401 : 403, `woocommerce_rest_${code}`, message);
}

/** Requires a key of either kind, or a session that counts as one, as all of `wc/v3` does. @throws HttpError 401 */
export async function requireCaller(
  shop: AppContext,
  request: FastifyRequest,
): Promise<Exclude<Caller, { kind: "anonymous" }>> {
  const caller = await callerOf(shop, request);
  if (caller.kind === "anonymous") throw forbidden(request, caller);
  return caller;
}

/** Requires a merchant's key, or a session that counts as one. @throws HttpError 401, or 403 for the storefront's key */
export async function requireMerchant(shop: AppContext, request: FastifyRequest): Promise<Merchant> {
  const caller = await callerOf(shop, request);
  if (caller.kind !== "merchant") throw forbidden(request, caller);
  return caller;
}

/**
 * Checks the key before anything else of a request, so that an invalid key is a 401 even on an unknown route or with a
 * malformed body.
 */
export function authenticateKeyHook(http: FastifyInstance, shop: AppContext): void {
  http.addHook("onRequest", async (request) => {
    if (!hasFormBody(request)) await callerOf(shop, request);
  });
  // a form body is part of the OAuth signature, so it has to be parsed first
  http.addHook("preValidation", async (request) => {
    await callerOf(shop, request);
  });
}
