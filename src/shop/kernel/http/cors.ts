import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#shop/kernel/base/config.ts";
import { backOfficeApi } from "#contract/endpoint.ts";
import { endpointOf } from "./route-registry.ts";
import { ownUrl } from "#shop/kernel/request/back-office-host.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);
const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** An origin in normal form; in the demonstration all names of this machine count as the same origin. */
const originName = (origin: string, config: Config): string => {
  const url = URL.parse(origin);
  if (!url) return "";
  const host = config.mode === "demo" && loopback.has(url.hostname) ? "localhost" : url.hostname;
  return `${url.protocol}//${host}:${url.port}`;
};

/** Whether the request has an Origin header, and it is that of the host that received the request. */
export const isSameOriginRequest = (request: FastifyRequest, config: Config): boolean =>
  request.headers.origin !== undefined && isSameOrigin(request, request.headers.origin, config);

const isSameOrigin = (request: FastifyRequest, origin: string, config: Config): boolean =>
  originName(origin, config) === originName(ownUrl(request, config), config);

/** Endpoints of the back office, which pages of other sites can never use. */
const isBackOffice = ({ url }: FastifyRequest): boolean => {
  const [path = ""] = url.split("?");
  try {
    return decodeURIComponent(path).startsWith(backOfficeApi); // as the router decodes it
  } catch {
    return false; // not an endpoint
  }
};

/**
 * Other sites that the merchant allows to call the shop from their pages: exact comparison with the origin that
 * browsers send.
 */
const isAllowed = (request: FastifyRequest, origin: string | undefined, { corsOrigins }: Config): origin is string =>
  origin !== undefined && corsOrigins.includes(origin) && !isBackOffice(request);

/** Whether a page of another site sent the request: by `Origin`, or by what old browsers send instead of it. */
function isCrossOrigin(request: FastifyRequest, config: Config): boolean {
  const { headers } = request;
  const { origin, referer } = headers;
  if (isAllowed(request, origin, config)) return false;
  if (origin !== undefined) return !isSameOrigin(request, origin, config);
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  return (
    Boolean(referer) &&
    !isSameOrigin(request, referer ?? "", config) &&
    !isAllowed(request, URL.parse(referer ?? "")?.origin, config)
  );
}

/**
 * CSRF check: a browser sends where a request comes from, and a request that changes something must come from the
 * shop's own pages or from an allowed origin.
 */
export function rejectCrossOriginRequests(request: FastifyRequest, config: Config): void {
  if (safeMethods.has(request.method) || endpointOf(request)?.skipOriginCheck) return;
  if (isCrossOrigin(request, config))
    throw new HttpError(403, "rest_wrong_origin", t(languageOf(request), "errors.wrong_origin"));
}

const preflightHeaders = {
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers":
    "Authorization, Content-Type, Content-Disposition, Idempotency-Key, X-HTTP-Method-Override, X-WP-Nonce",
  "access-control-max-age": "600",
} as const;

/**
 * Lets pages of allowed origins read the response. The header names the origin, never `*`, because visitors' cookies
 * are sent too.
 */
export function setCorsHeaders(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  if (config.corsOrigins.length === 0) return;
  reply.header("vary", [reply.getHeader("vary"), "origin"].filter(Boolean).join(", "));
  const { origin } = request.headers;
  if (!isAllowed(request, origin, config)) return;
  reply.header("access-control-allow-origin", origin).header("access-control-allow-credentials", "true");
}

/** Responds to a CORS preflight request. @returns whether the request was one */
export function respondToPreflight(request: FastifyRequest, reply: FastifyReply, config: Config): boolean {
  const isPreflight = request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
  if (!isPreflight || !isAllowed(request, request.headers.origin, config)) return false;
  void reply.code(204).headers(preflightHeaders).send();
  return true;
}
