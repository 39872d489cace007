import type { FastifyInstance, FastifyRequest } from "fastify";
import qs from "qs";
import { HttpError } from "./http-error.ts";

/** PHP's own nesting limit. Deeper nesting could overflow the stack of recursive code. */
const maxDepth = 512;

/** PHP's codes for JSON errors, which WooCommerce returns. */
const jsonErrors = {
  depth: { json_error_code: 1, json_error_message: "Maximum stack depth exceeded" },
  syntax: { json_error_code: 4, json_error_message: "Syntax error" },
} as const;

export const invalidJson = (error: keyof typeof jsonErrors = "syntax"): HttpError =>
  new HttpError(400, "rest_invalid_json", "Invalid JSON body passed.", { extra: jsonErrors[error] });

/** Scans the text once; brackets inside strings do not count. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (quoted && char === "\\") index++;
    else if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}

/**
 * `"__proto__"` in any spelling, escapes included: the one key that changes an object's prototype when it is copied by
 * assignment.
 */
const protoKey =
  /"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"/;
const withoutProto = (name: string, value: unknown): unknown => (name === "__proto__" ? undefined : value);

/** @throws HttpError 400 */
function readJson(text: string): unknown {
  // clients send the content type with an empty body
  if (text.trim() === "") return {};
  if (text.length > maxDepth && isTooDeep(text)) throw invalidJson("depth");
  try {
    return JSON.parse(text, protoKey.test(text) ? withoutProto : undefined) as unknown;
  } catch {
    throw invalidJson();
  }
}

/**
 * PHP's field names: `billing[first_name]`, `line_items[0][product_id]`, `include[]`; the last of duplicate names
 * counts.
 */
const formOptions: qs.IParseOptions = {
  depth: 10,
  strictDepth: true,
  parameterLimit: 5000,
  arrayLimit: 1000,
  throwOnLimitExceeded: true,
  duplicates: "last",
};

/** @throws HttpError 400 */
function readForm(text: string): unknown {
  try {
    return qs.parse(text, formOptions);
  } catch {
    const message = "The form has too many fields, or nests them too deeply.";
    throw new HttpError(400, "rest_invalid_form", message);
  }
}

const formTexts = new WeakMap<FastifyRequest, string>();

/** The raw form body, which OAuth signs; "" if the body is no form. */
export const formText = (request: FastifyRequest): string => formTexts.get(request) ?? "";

const rawTexts = new WeakMap<FastifyRequest, string>();

/** The raw body, for endpoints with signed bodies (`rawBody`); "" for all others. */
export const rawText = (request: FastifyRequest): string => rawTexts.get(request) ?? "";

/** Every endpoint accepts JSON and forms; any other type is 415. */
export function addBodyParsers(app: FastifyInstance): void {
  const parser = (type: string, read: (text: string, request: FastifyRequest) => unknown): void => {
    app.addContentTypeParser(type, { parseAs: "string" }, (request, body, done) => {
      try {
        done(null, read(String(body), request));
      } catch (error) {
        done(error as Error);
      }
    });
  };
  app.removeContentTypeParser("text/plain");
  const rememberRaw = (request: FastifyRequest, text: string): void => {
    if (request.routeOptions.config.endpoint?.rawBody) rawTexts.set(request, text);
  };
  parser("application/json", (text, request) => {
    rememberRaw(request, text);
    return readJson(text);
  });
  parser("application/x-www-form-urlencoded", (text, request) => {
    rememberRaw(request, text);
    formTexts.set(request, text);
    return readForm(text);
  });
}
