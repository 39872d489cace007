import type { FastifyRequest } from "fastify";
import type { Permission } from "#contract/permissions.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { callerOf, type Caller, setStaffCaller } from "#shop/kernel/auth/keys.ts";
import {
  closedAccountsOf,
  findStaffSession,
  hasSessionNonce,
  nonceOf,
  reauthenticatedUntil,
  type StaffSession,
} from "#shop/kernel/auth/staff-sessions.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { isBackOfficeHost } from "#shop/kernel/request/back-office-host.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { noRoute } from "#shop/kernel/request/not-found.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { isSameOriginRequest } from "./cors.ts";

const staffError = (
  request: FastifyRequest,
  [status, code, text]: [status: number, code: string, text: string],
  extra: Record<string, string> = {},
): HttpError => new HttpError(status, code, t(languageOf(request), `staff_errors.${text}`, extra), { extra });

/** @param closed accounts whose stored data the browser has to remove */
function noSession(request: FastifyRequest, closed: number[]): HttpError {
  const error = [401, "lianne_unauthenticated", t(languageOf(request), "staff_errors.unauthenticated")] as const;
  return new HttpError(...error, closed.length > 0 ? { extra: { closed_accounts: closed } } : {});
}

/** The error for an action that requires a recent authentication. */
const reauthenticationRequired = (request: FastifyRequest): HttpError =>
  new HttpError(403, "lianne_reauthentication_required", t(languageOf(request), "staff_errors.reauthenticate"), {
    extra: { methods: ["passkey", "password"] },
  });

const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

/** Requires the shop's own `Origin` header for a write; browsers send it with every write. @throws HttpError 403 */
export function requireSameOrigin({ config }: AppContext, request: FastifyRequest): void {
  if (!isBackOfficeHost(request, config)) throw noRoute();
  if (!isRead(request) && !isSameOriginRequest(request, config))
    throw staffError(request, [403, "rest_wrong_origin", "origin"]);
}

/** The cookie counts only together with the session's nonce, which no other site's page can read. */
function requireNonce({ config }: AppContext, { returnsNonce, opensInFrame }: Endpoint, request: FastifyRequest): void {
  if (returnsNonce || opensInFrame) {
    const site = request.headers["sec-fetch-site"];
    if (site === "same-origin" || site === "none") return;
    // only a browser that does not send it: no page of another site can read the nonce
    if (site === undefined && returnsNonce) return;
    throw staffError(request, [403, "rest_wrong_origin", "origin"]);
  }
  if (!hasSessionNonce(request, config)) throw staffError(request, [403, "rest_cookie_invalid_nonce", "nonce"]);
}

/** @throws HttpError 403 with the permission's name if the role lacks it */
export function requirePermission(
  request: FastifyRequest,
  { permissions }: StaffSession,
  permission: Permission,
): void {
  if (!permissions.includes(permission))
    throw staffError(request, [403, "lianne_forbidden", "forbidden"], { permission });
}

/** @throws HttpError 403 without a recent authentication */
export function requireReauthentication(request: FastifyRequest, session: StaffSession, now: Date): void {
  if (!reauthenticatedUntil(session, now)) throw reauthenticationRequired(request);
}

/**
 * Checks the session of a staff member, and then the permission of the endpoint, before any data is read.
 * @throws HttpError 401 without a complete session, 403 without nonce, own Origin, permission or recent authentication, 429
 */
export async function requireStaff(
  shop: AppContext,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<StaffSession> {
  const { db, config, clock, limits } = shop;
  const session = await findStaffSession(db, request, { config, now: clock.now() });
  if (!session) throw noSession(request, await closedAccountsOf(db, request, config));
  const { step, id } = session;
  if (step !== "done" && !(endpoint.duringSetUp && step === "set_up_second_factor"))
    throw staffError(request, [401, "lianne_unauthenticated", step], { step });
  requireNonce(shop, endpoint, request);
  requireSameOrigin(shop, request);
  limits.consume(request, "staffRequestByAccount", String(id));
  const { permission = "any" } = endpoint;
  if (permission !== "any") requirePermission(request, session, permission);
  if (endpoint.reauthenticate && step === "done") requireReauthentication(request, session, clock.now());
  return session;
}

/**
 * The caller of an endpoint of `wc/v3`: by its key; without one the session of a staff member counts as a merchant's key. Without
 * the header `X-WP-Nonce` the session is ignored: the storefront in the same browser is a shopper's.
 * @throws HttpError as callerOf() and requireStaff()
 */
export async function authorizeCaller(shop: AppContext, endpoint: Endpoint, request: FastifyRequest): Promise<Caller> {
  const caller = await callerOf(shop, request);
  const acceptsStaff = shop.config.backOffice && endpoint.permission !== undefined && endpoint.access !== "staff";
  if (caller.kind !== "anonymous" || !acceptsStaff || !isBackOfficeHost(request, shop.config)) return caller;
  if (request.headers["x-wp-nonce"] === undefined || nonceOf(request, shop.config) === null) return caller;
  return setStaffCaller(request, await requireStaff(shop, endpoint, request));
}

const keysOf = (part: unknown): string[] => (typeof part === "object" && part !== null ? Object.keys(part) : []);

/** The fields of a record as `fieldPermissions` names them: `status`, `status=refunded`, `line_items.total`. */
const fieldsOf = (record: object): string[] =>
  Object.entries(record).flatMap(([name, value]: [string, unknown]) => [
    name,
    ...(typeof value === "string" ? [`${name}=${value}`] : []),
    ...(Array.isArray(value) ? value.flatMap(keysOf).map((part) => `${name}.${part}`) : []),
  ]);

/** The fields of a body, of the entries of a batch, and of a product with its variations. */
function fieldsIn(body: unknown): Set<string> {
  if (typeof body !== "object" || body === null) return new Set();
  const { create, update, default_values, product } = body as Record<string, unknown>;
  const entries = [create, update].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return new Set([body, default_values, product, ...entries].flatMap((entry) => fieldsOf(entry ?? {})));
}

/** @throws HttpError 403 for a field of the body that the role may not write */
export function requireFieldPermissions(
  { fieldPermissions }: Endpoint,
  request: FastifyRequest,
  staff: StaffSession,
): void {
  if (!fieldPermissions) return;
  const fields = fieldsIn(request.body);
  for (const [field, permission] of Object.entries(fieldPermissions))
    if (fields.has(field)) requirePermission(request, staff, permission);
}
