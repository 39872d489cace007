import type { FastifyRequest } from "fastify";
import { hasPermission } from "#contract/backoffice/permissions.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { secretsEqual } from "#shop/kernel/base/secrets.ts";
import {
  findStaffSession,
  nonceOf,
  reauthenticatedUntil,
  type StaffSession,
} from "#shop/kernel/auth/staff-sessions.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { hasOwnOrigin } from "./cors.ts";

const staffError = (
  request: FastifyRequest,
  [status, code, text]: [status: number, code: string, text: string],
  extra: Record<string, string> = {},
): HttpError => new HttpError(status, code, t(languageOf(request), `staff_errors.${text}`, extra), { extra });

/** The error for an action that requires a recent authentication. */
const reauthenticationRequired = (request: FastifyRequest): HttpError =>
  new HttpError(403, "lianne_reauthentication_required", t(languageOf(request), "staff_errors.reauthenticate"), {
    extra: { methods: ["password"] },
  });

const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

/** Requires the shop's own `Origin` header for a write; browsers send it with every write. @throws HttpError 403 */
export function requireOwnOrigin({ config }: AppContext, request: FastifyRequest): void {
  if (!isRead(request) && !hasOwnOrigin(request, config))
    throw staffError(request, [403, "rest_wrong_origin", "origin"]);
}

/** The cookie counts only together with the session's nonce, which no other site's page can read. */
function requireNonce({ config }: AppContext, { returnsNonce }: Endpoint, request: FastifyRequest): void {
  if (returnsNonce) {
    const site = request.headers["sec-fetch-site"];
    if (site === undefined || site === "same-origin" || site === "none") return;
    throw staffError(request, [403, "rest_wrong_origin", "origin"]);
  }
  const nonce = request.headers["x-wp-nonce"];
  if (typeof nonce !== "string" || !secretsEqual(nonce, nonceOf(request, config) ?? ""))
    throw staffError(request, [403, "rest_cookie_invalid_nonce", "nonce"]);
}

/**
 * Checks the caller of an endpoint with access `staff`, and then its permission, before anything else is read.
 * @throws HttpError 401 without a complete session, 403 without nonce, own Origin, permission or recent authentication, 429
 */
export async function requireStaff(
  shop: AppContext,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<StaffSession> {
  const { db, config, clock, limits } = shop;
  const session = await findStaffSession(db, request, { config, now: clock.now() });
  if (!session) throw staffError(request, [401, "lianne_unauthenticated", "unauthenticated"]);
  const { step, role, id } = session;
  if (step !== "done" && !(endpoint.duringSetUp && step === "set_up_second_factor"))
    throw staffError(request, [401, "lianne_unauthenticated", step], { step });
  requireNonce(shop, endpoint, request);
  requireOwnOrigin(shop, request);
  limits.consume(request, "staffRequestByAccount", String(id));
  const { permission } = endpoint;
  if (!permission) throw new Error(`${endpoint.method} ${endpoint.path} names no permission`);
  if (permission !== "any" && !hasPermission(role, permission))
    throw staffError(request, [403, "lianne_forbidden", "forbidden"], { permission });
  const mustReauthenticate = endpoint.reauthenticate && step === "done";
  if (mustReauthenticate && !reauthenticatedUntil(session, clock.now())) throw reauthenticationRequired(request);
  return session;
}
