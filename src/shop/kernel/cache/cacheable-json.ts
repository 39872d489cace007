import type { Cacheable } from "./response-cache.ts";

/**
 * A JSON answer that is the same for everybody and may be kept, by browsers too if they ask each time whether it still holds.
 * @param body what is said, or the JSON that says it
 */
export const cacheableJson = (
  body: unknown,
  tags: readonly string[],
  headers: Record<string, string> = {},
): Cacheable => ({
  status: 200,
  contentType: "application/json; charset=utf-8",
  body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
  headers: { "cache-control": "public, no-cache", ...headers },
  tags,
});
