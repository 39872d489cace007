import type { FastifyRequest } from "fastify";
import { defaultLanguage, Language, languageCookie } from "#contract/language.ts";

/** The language of sentences in an answer: `?lang=`, else the shopper's cookie, else Vietnamese. */
export function languageOf(request: FastifyRequest): Language {
  const asked = (request.query as Record<string, unknown> | undefined)?.lang;
  const fromQuery = Language.safeParse(asked);
  if (fromQuery.success) return fromQuery.data;
  const fromCookie = Language.safeParse(request.cookies?.[languageCookie]);
  return fromCookie.success ? fromCookie.data : defaultLanguage;
}
