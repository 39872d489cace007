import type { FastifyReply, FastifyRequest } from "fastify";
import type { Problem } from "#contract/problem.ts";
import { isDatabaseUnavailable } from "#shop/kernel/db/database-unavailable.ts";
import { ClientDisconnectedError, OverloadedError } from "#shop/kernel/load/admission-control.ts";
import { HttpError } from "./http-error.ts";
import { translateWooReason } from "./known-reasons.ts";
import { t } from "./messages.ts";
import { languageOf } from "./request-language.ts";

interface FrameworkError {
  code?: string;
  statusCode?: number;
  message: string;
}

/** Maps Fastify's own errors to WooCommerce's codes and messages. */
function fromFrameworkError(error: FrameworkError, request: FastifyRequest): HttpError | null {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new HttpError(
        413,
        "rest_request_entity_too_large",
        "The request body must not exceed 1 MB, an image file 10 MB.",
      );
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new HttpError(415, "rest_unsupported_media_type", "Send the body as application/json or as a form.");
    // PostgreSQL rejects a NUL in a text and a number out of range
    case "22021":
    case "22P05":
    case "22003":
      return new HttpError(400, "rest_invalid_param", t(languageOf(request), "errors.unexpected"));
  }
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return null;
  return new HttpError(
    status,
    "rest_bad_request",
    status === 400 ? t(languageOf(request), "errors.unexpected") : error.message,
  );
}

/** time in which a restarted database becomes available again */
const databaseRetryAfterS = "5";

/** time in which the queued requests are served or rejected */
const overloadRetryAfterS = "2";

const isRecord = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * An error of `wc/v3`, whose reasons are English as in WooCommerce, for a staff member: in their language, and with the reasons in the
 * message in place of the names of parameters. Only the back office sends the nonce.
 */
function forPerson(error: HttpError, request: FastifyRequest): HttpError {
  if (request.headers["x-wp-nonce"] === undefined || !request.url.startsWith("/wp-json/wc/")) return error;
  const lang = languageOf(request);
  const { status, code, message, extra, headers } = error;
  const { params } = extra;
  if (!isRecord(params)) return new HttpError(status, code, translateWooReason(message, lang), { extra, headers });
  const translated = Object.fromEntries(
    Object.entries(params).map(([name, reason]) => [name, translateWooReason(reason, lang)]),
  );
  const reasons = [...new Set(Object.values(translated))].join(" ");
  const text = code === "rest_invalid_param" && reasons !== "" ? reasons : translateWooReason(message, lang);
  return new HttpError(status, code, text, { extra: { ...extra, params: translated }, headers });
}

/** Maps any error to an HTTP error. An unexpected one is logged, and becomes a 500 without details. */
export function toHttpError(error: unknown, request: FastifyRequest): HttpError {
  const known = error instanceof HttpError ? error : fromFrameworkError(error as FrameworkError, request);
  if (known) return forPerson(known, request);
  if (error instanceof OverloadedError) {
    const message = t(languageOf(request), "errors.server");
    return new HttpError(503, "overloaded", message, { headers: { "retry-after": overloadRetryAfterS } });
  }
  // never sent: the status is for the log and the metrics (nginx has the same one)
  if (error instanceof ClientDisconnectedError) return new HttpError(499, "client_disconnected", error.message);
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ err: error }, "the database is unavailable");
    const message = t(languageOf(request), "errors.server");
    return new HttpError(503, "database_unavailable", message, { headers: { "retry-after": databaseRetryAfterS } });
  }
  request.log.error({ err: error }, "request failed");
  return new HttpError(500, "internal_server_error", t(languageOf(request), "errors.server"));
}

/** The one place where an error becomes an HTTP response, with the request's id. */
export function renderProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, extra, headers } = toHttpError(error, request);
  const problem: Problem = { code, message, data: { status, ...extra, request_id: request.id } };
  // Fastify would close the connection: a client still sending a large body would see a connection reset instead of the
  // response
  if (status === 413) reply.removeHeader("connection");
  return reply
    .code(status)
    .headers({ "cache-control": "no-store", ...headers })
    .send(problem);
}
