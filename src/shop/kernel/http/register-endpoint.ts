import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ResponseOf, BodyOf, Endpoint, PathValues, Priority, QueryOf } from "#contract/endpoint.ts";
import type { Language } from "#contract/language.ts";
import { wooQuery } from "#contract/woo/query.ts";
import { runAsActor } from "#shop/kernel/db/audit.ts";
import { auditNameOf, type Caller, forbidden } from "#shop/kernel/auth/keys.ts";
import { runWithRequestContext } from "#shop/kernel/observability/request-context.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { versionRequired } from "#shop/kernel/request/if-match.ts";
import { parse } from "#shop/kernel/request/parse-input.ts";
import { type Buyer, requireBuyer } from "#shop/kernel/auth/buyer.ts";
import { requireCustomer } from "#shop/kernel/auth/sessions.ts";
import { hasSessionNonce, type StaffSession } from "#shop/kernel/auth/staff-sessions.ts";
import { authorizeCaller, requireFieldPermissions, requireSameOrigin, requireStaff } from "./authorize-staff.ts";
import { type IdempotentAttempt, idempotentAttempt, recordWriteSql, respondOnce } from "./idempotent-responses.ts";
import { onlyFields } from "./only-fields.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** the route's endpoint; a route below `/wp-json` without one is rejected at start */
    endpoint?: Endpoint;
  }
}

/** A handler's input: the parsed request. */
export interface HandlerContext<C extends Endpoint> {
  request: FastifyRequest;
  reply: FastifyReply;
  path: PathValues<C["path"]>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  lang: Language;
  /** anonymous where the endpoint checks no key */
  caller: Caller;
  /** the logged-in customer, only for endpoints with access `customer` */
  customerId: C["access"] extends "customer" ? number : null;
  /** the customer or guest, only for endpoints with access `buyer` */
  buyer: C["access"] extends "buyer" ? Buyer : null;
  /** the staff member's session, only for endpoints with access `staff` */
  staff: C["access"] extends "staff" ? StaffSession : null;
}

/**
 * An id is digits, as in WooCommerce, and at most nine, which fit the column; a path with any other value has no route.
 */
const routeOf = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => (name.endsWith("id") ? `:${name}(^\\d{1,9}$)` : `:${name}`));

const pathValues = (request: FastifyRequest): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries((request.params ?? {}) as Record<string, string>).map(([name, value]) => [
      name,
      name.endsWith("id") ? Number(value) : value,
    ]),
  );

/** The class of a request under load, where the endpoint names none. */
function defaultPriority({ access, permission }: Endpoint, request: FastifyRequest, { config }: AppContext): Priority {
  if (access === "staff" || access === "signIn") return "staff";
  if (config.backOffice && permission !== undefined && hasSessionNonce(request, config)) return "staff";
  return access === "merchant" ? "merchant" : "cart";
}

const isWoo = (endpoint: Endpoint): boolean => endpoint.path.startsWith("/wp-json/wc/");

/** Optional parts of a registration. */
export interface RegisterOptions {
  /**
   * Checks the raw request before the body is parsed, to return errors with messages of its own. @throws HttpError
   * @param buyer null unless the endpoint has access `buyer`
   */
  check?(request: FastifyRequest, buyer: Buyer | null): void;
}

/**
 * Counts a request against its rate limit before anything else: over the limit it costs almost nothing. @throws
 * HttpError 429
 */
async function countRequest(shop: AppContext, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  if (endpoint.limit || endpoint.idempotent) await shop.limits.refreshSettings(shop.db);
  if (endpoint.limit) shop.limits.consume(request, endpoint.limit, request.ip);
}

/** WooCommerce validates the input before it authenticates; endpoints for customers and staff authenticate first. */
async function authorizeAndParse<C extends Endpoint>(
  shop: AppContext,
  endpoint: C,
  request: FastifyRequest,
  { check }: RegisterOptions,
) {
  if (endpoint.access === "signIn") requireSameOrigin(shop, request);
  const staff = endpoint.access === "staff" ? await requireStaff(shop, endpoint, request) : null;
  const customerId = endpoint.access === "customer" ? await requireCustomer(shop.db, request, shop.clock.now()) : null;
  const to = endpoint.idempotent ? "place" : "read";
  const buyer =
    endpoint.access === "buyer" ? await requireBuyer(shop.db, request, { now: shop.clock.now(), to }) : null;
  const query = endpoint.query && parse(request, endpoint.query, wooQuery(request.query));
  check?.(request, buyer);
  const body = endpoint.body && parse(request, endpoint.body, request.body);
  const caller = await authorizeCaller(shop, endpoint, request);
  assertAllowed(endpoint, request, caller);
  const session = staff ?? (caller.kind === "merchant" ? caller.staff : null);
  if (session) requireFieldPermissions(endpoint, request, session);
  if (endpoint.requiresVersion && request.headers["if-match"] === undefined) throw versionRequired(languageOf(request));
  if (session && endpoint.upload) shop.limits.consume(request, "staffUploadByAccount", String(session.staffId));
  return { customerId, buyer, staff: session, query, body, caller };
}

const accessByKey: readonly Endpoint["access"][] = ["key", "customerOrMerchant", "merchant"];
/** @throws HttpError 401 without a key where one is needed, 403 with the storefront's where a merchant's is */
function assertAllowed({ access }: Endpoint, request: FastifyRequest, caller: Caller): void {
  const needsMerchant = access === "merchant" && caller.kind !== "merchant";
  if (needsMerchant || (accessByKey.includes(access) && caller.kind === "anonymous")) throw forbidden(request, caller);
}

const root = /^\/wp-json\/(wc\/v3\/)?/;
/** Runs every write of a merchant's program or a staff member as an actor of the audit log. */
function withAuditActor<T>(
  { caller, request }: HandlerContext<Endpoint>,
  { path }: Endpoint,
  { staff, attempt, run }: { staff: StaffSession | null; attempt: IdempotentAttempt | null; run: () => Promise<T> },
): Promise<T> {
  const name = staff ? `staff:${staff.staffId}` : caller.kind === "merchant" ? auditNameOf(caller) : null;
  if (name === null || request.method === "GET" || request.method === "HEAD") return run();
  const actor = { name, address: request.ip, action: `${request.method} ${path.replace(root, "")}` };
  return runAsActor(actor, run, attempt && recordWriteSql(attempt));
}

/** What a packer sees is what the schema of the response names, and not what the handler has read: anything else is removed. */
const toSchema = ({ permission, response }: Endpoint, result: unknown, reply: FastifyReply): unknown =>
  permission === "pack" && !reply.sent && !reply.raw.headersSent ? response.parse(result) : result;

function selectFields(endpoint: Endpoint, query: unknown, result: unknown): unknown {
  if (!isWoo(endpoint) || typeof result !== "object" || result === null) return result;
  const named = (query as { _fields?: string[] } | undefined)?._fields;
  if (!named || endpoint.path.endsWith("/batch")) return result;
  return Array.isArray(result)
    ? result.map((item) => onlyFields(item as Record<string, unknown>, named))
    : onlyFields(result as Record<string, unknown>, named, ["_links"]);
}

/**
 * Registers an endpoint: a request is parsed by the endpoint's schemas and authorized, or rejected, before the handler
 * runs. The handler returns the response's body, or the reply if it has sent it itself (from the cache, or a page).
 */
export function registerEndpoint<const C extends Endpoint>(
  app: FastifyInstance,
  shop: AppContext,
  endpoint: C,
  handler: (input: HandlerContext<C>) => Promise<ResponseOf<C> | FastifyReply>,
  options: RegisterOptions = {},
): void {
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const parsed = await authorizeAndParse(shop, endpoint, request, options);
    const path = pathValues(request);
    const input = { ...parsed, path, request, reply, lang: languageOf(request) } as unknown as HandlerContext<C>;
    const { staff } = parsed;
    const attempt = staff && idempotentAttempt(shop, request, `staff:${staff.staffId}`);
    const run = async (): Promise<unknown> => {
      const result = await withAuditActor(input, endpoint, { staff, attempt, run: () => handler(input) });
      // programs read back what they wrote; shoppers write nothing that is cached
      if (isWoo(endpoint) && endpoint.method !== "GET" && input.caller.kind === "merchant")
        await shop.cache.waitForInvalidations(shop.db);
      return selectFields(endpoint, parsed.query, toSchema(endpoint, result, reply));
    };
    if (attempt) return respondOnce(shop, attempt, { request, reply, run, status: endpoint.status });
    const result = await run();
    // a handler that sent the response itself returned the reply, which is resolved like a promise: when the response
    // has ended, or, `sent` being false then, when the client closed the connection in the middle of a stream
    if (reply.sent || reply.raw.headersSent) return reply;
    return reply.code(endpoint.status ?? reply.statusCode).send(result);
  };
  app.route({
    method: [endpoint.method, ...(endpoint.additionalMethods ?? [])],
    url: routeOf(endpoint.path),
    config: { endpoint },
    handler: async (request, reply) => {
      await countRequest(shop, endpoint, request);
      const priority = endpoint.priority ?? defaultPriority(endpoint, request, shop);
      if (priority === "cached") return handle(request, reply);
      const isDisconnected = () => request.raw.socket.destroyed;
      return runWithRequestContext({ id: request.id, log: shop.log }, () =>
        shop.admission.run(priority, () => handle(request, reply), isDisconnected),
      );
    },
  });
}
