import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { noRoute } from "./errors.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const sentAs = new WeakMap<IncomingMessage, string>();
const unknown = new WeakSet<IncomingMessage>();

const askedFor = ({ url = "", headers }: IncomingMessage): string | null => {
  const mark = url.indexOf("?");
  // of duplicate names the last one counts, as everywhere: it is the one that OAuth has signed
  const named = mark < 0 ? null : new URLSearchParams(url.slice(mark + 1)).getAll("_method").at(-1);
  return named ?? headers["x-http-method-override"]?.toString() ?? null;
};

/**
 * Lets a POST below `/wp-json` stand for another method, by `?_method=` or `X-HTTP-Method-Override`, since some proxies
 * and clients cannot send PUT. Runs as Fastify's `rewriteUrl`, the last function called before routing. @returns the
 * URL, unchanged
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

/** @throws HttpError 404 for an unknown overriding method */
export function refuseUnknownMethod(request: FastifyRequest): void {
  if (unknown.has(request.raw)) throw noRoute();
}

/** The methods that a client may have signed: the one it sent and the one it stands for. */
export const signedMethods = (request: FastifyRequest): string[] => [
  ...new Set([request.method, sentAs.get(request.raw) ?? request.method]),
];
