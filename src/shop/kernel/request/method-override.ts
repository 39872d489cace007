import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { HttpError } from "./http-error.ts";
import { noRoute } from "./not-found.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const sentMethods = new WeakMap<IncomingMessage, string>();
const unknown = new WeakSet<IncomingMessage>();

const overridingMethod = ({ url = "", headers }: IncomingMessage): string | null => {
  const queryStart = url.indexOf("?");
  // the last of duplicate names counts, as everywhere: it is the one that OAuth has signed
  const fromQuery = queryStart < 0 ? null : new URLSearchParams(url.slice(queryStart + 1)).getAll("_method").at(-1);
  return fromQuery ?? headers["x-http-method-override"]?.toString() ?? null;
};

/**
 * Lets a POST below `/wp-json` be another method, by `?_method=` or `X-HTTP-Method-Override`, since some proxies
 * and clients cannot send PUT. Runs as Fastify's `rewriteUrl`, the last function called before routing. @returns the
 * URL, unchanged
 */
export function overrideMethod(request: IncomingMessage): string {
  const { url = "/" } = request;
  if (request.method !== "POST" || !url.startsWith("/wp-json")) return url;
  const method = overridingMethod(request)?.toUpperCase();
  if (method === undefined || method === "POST") return url;
  if (methods.has(method)) {
    sentMethods.set(request, "POST");
    request.method = method;
  } else unknown.add(request);
  return url;
}

/** @throws HttpError 404 for an unknown overriding method, 501 for a method that no resource of the shop has, such as TRACE */
export function rejectUnknownMethod(request: FastifyRequest): void {
  if (unknown.has(request.raw)) throw noRoute();
  if (methods.has(request.method)) return;
  throw new HttpError(501, "rest_not_implemented", `The methods of the shop are ${[...methods].join(", ")}.`, {
    headers: { allow: [...methods].join(", ") },
  });
}

/** The methods that a client may have signed: the one it sent and the one that overrides it. */
export const signedMethods = (request: FastifyRequest): string[] => [
  ...new Set([request.method, sentMethods.get(request.raw) ?? request.method]),
];
