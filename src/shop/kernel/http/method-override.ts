import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { noRoute } from "./errors.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const sentAs = new WeakMap<IncomingMessage, string>();
const unknown = new WeakSet<IncomingMessage>();

const askedFor = ({ url = "", headers }: IncomingMessage): string | null => {
  const mark = url.indexOf("?");
  // of a name given twice the last counts, as everywhere: it is the one that OAuth has signed
  const named = mark < 0 ? null : new URLSearchParams(url.slice(mark + 1)).getAll("_method").at(-1);
  return named ?? headers["x-http-method-override"]?.toString() ?? null;
};

/**
 * Lets a POST below `/wp-json` stand for another method, by `?_method=` or `X-HTTP-Method-Override`: some proxies and
 * clients know no PUT. Fastify's `rewriteUrl`, as it is the last that sees a request before its route is chosen.
 * @returns the address, as it was
 */
export function overrideMethod(request: IncomingMessage): string {
  const { url = "/" } = request;
  if (request.method !== "POST" || !url.startsWith("/wp-json")) return url;
  const method = askedFor(request)?.toUpperCase();
  if (method === undefined || method === "POST") return url;
  if (methods.has(method)) {
    sentAs.set(request, "POST");
    request.method = method;
  } else unknown.add(request);
  return url;
}

/** @throws Refusal 404 for a method that nothing answers */
export function refuseUnknownMethod(request: FastifyRequest): void {
  if (unknown.has(request.raw)) throw noRoute();
}

/** The methods that a client may have signed: the one it sent, and the one that it stands for. */
export const signedMethods = (request: FastifyRequest): string[] => [
  ...new Set([request.method, sentAs.get(request.raw) ?? request.method]),
];
