import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import { HttpError } from "./http-error.ts";
import { t } from "./messages.ts";
import { languageOf } from "./request-language.ts";

/** 404 in the shopper's language: the same for a resource that is missing, hidden or another customer's. */
export const notFound = (request: FastifyRequest, code?: string): HttpError => notFoundIn(languageOf(request), code);
export const notFoundIn = (lang: Language, code = "rest_not_found"): HttpError =>
  new HttpError(404, code, t(lang, "errors.not_found"));

export const noRoute = (): HttpError =>
  new HttpError(404, "rest_no_route", "No route was found matching the URL and request method.");
