import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import { HttpError } from "./http-error.ts";
import { t } from "./messages.ts";

/** The version that the client has loaded, from `If-Match`; null if it accepts any. */
export function loadedVersion({ headers }: Pick<FastifyRequest, "headers">): string | null {
  const tag = headers["if-match"];
  return tag === undefined || tag === "*" ? null : tag.replace(/^W\//, "").replaceAll('"', "");
}

/** 428: the write must name the version that it is based on. */
export const versionRequired = (lang: Language): HttpError =>
  new HttpError(428, "lianne_version_required", t(lang, "staff_errors.version_required"));

/** 412: the record changed after the client loaded it. @param current the record as it is now, as its endpoint returns it */
export const conflict = (lang: Language, current: unknown): HttpError =>
  new HttpError(412, "lianne_conflict", t(lang, "staff_errors.conflict"), { extra: { current } });

/** Version of a record: equal records have equal versions. @param record JSON, without what others change all the time, such as stock */
export const versionOfRecord = (record: unknown): string =>
  createHash("sha256").update(JSON.stringify(record)).digest("base64url").slice(0, 16);

/** Whether a client's version is an older one. @param loaded an ETag `<version>.<hash of the content>`, or the version; null without `If-Match` */
export const isOutdated = (loaded: string | null, version: string): boolean =>
  loaded !== null && loaded.split(".")[0] !== version;
