import type { FastifyRequest } from "fastify";
import { HttpError } from "./http-error.ts";
import { t } from "./messages.ts";
import { languageOf } from "./request-language.ts";

export const sessionCookie = "lianne_session";

/** The reason why a request has no customer: its session has expired, or it has none. */
export const notLoggedInMessage = (request: FastifyRequest): string =>
  t(languageOf(request), request.cookies?.[sessionCookie] ? "errors.unauthorized" : "auth.private_notice");

/** 401 for a request that needs a logged-in customer. */
export const notLoggedIn = (request: FastifyRequest): HttpError =>
  new HttpError(401, "not_logged_in", notLoggedInMessage(request));
