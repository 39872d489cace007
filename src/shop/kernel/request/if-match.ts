import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import { HttpError } from "./http-error.ts";
import { t } from "./messages.ts";

/** The version that the client has loaded, from `If-Match`; null if it accepts any. */
export function loadedVersion({ headers }: Pick<FastifyRequest, "headers">): string | null {
  const tag = headers["if-match"];
  return tag === undefined || tag === "*" ? null : tag.replace(/^W\//, "").replaceAll('"', "");
}

/** 412: the record changed after the client loaded it. @param current the record as it is now, as its endpoint returns it */
export const conflict = (lang: Language, current: unknown): HttpError =>
  new HttpError(412, "lianne_conflict", t(lang, "staff_errors.conflict"), { extra: { current } });
