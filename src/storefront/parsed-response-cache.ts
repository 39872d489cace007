import { TaggedCache } from "#shop/kernel/cache/tagged-cache.ts";

/** Each page uses a handful of responses: texts, categories and terms of its language. */
const maxResponses = 64;

/** @param etag of a response @param json its body, called if it is not parsed yet */
export type ResponseParser = (etag: unknown, json: () => string) => unknown;

/**
 * Parses JSON responses of the store inside this process. Those with an ETag are public, and are cached as parsed objects: every page
 * requests the same texts, categories and terms, and parsing them took longer than serving them. The cached objects are frozen.
 */
export function responseParser(): ResponseParser {
  const parsed = new TaggedCache<string, unknown>({ maxSize: maxResponses });
  return (etag, json) => {
    if (typeof etag !== "string") return JSON.parse(json()) as unknown;
    const cached = parsed.get(etag);
    if (cached !== undefined) return cached;
    const value: unknown = JSON.parse(json(), (_key, each: unknown) => Object.freeze(each));
    parsed.set(etag, value);
    return value;
  };
}
