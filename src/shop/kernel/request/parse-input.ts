import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { languageOf } from "./request-language.ts";
import { describeIssues } from "./validation-errors.ts";

/**
 * Parses a request's body, query or path. @throws HttpError 400 `rest_invalid_param` naming each failing field, in
 * WooCommerce's words on `wc/*` and in the shopper's language elsewhere
 * @param options.woo whether to use WooCommerce's words
 */
export function parse<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
  input: unknown,
  { woo = request.url.startsWith("/wp-json/wc/") }: { woo?: boolean } = {},
): z.output<Schema> {
  const result = schema.safeParse(input ?? {}, { reportInput: true });
  if (result.success) return result.data;
  throw describeIssues(result.error.issues, languageOf(request), woo);
}
