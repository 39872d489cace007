import type { FastifyRequest } from "fastify";
import { defaultLanguage, isLanguage, type Language, languageCookie } from "#contract/language.ts";

/** The language of a response's messages: `?lang=`, else the shopper's cookie, else Vietnamese. */
export function languageOf(request: FastifyRequest): Language {
  const requested = (request.query as Record<string, unknown> | undefined)?.lang;
  if (isLanguage(requested)) return requested;
  const preferred = request.cookies?.[languageCookie];
  return isLanguage(preferred) ? preferred : defaultLanguage;
}
