import type { Cacheable, CachedResponse } from "./cached-response.ts";
import { type ResponseHead, type RequestLike, requestKey } from "./raw-response-cache.ts";

/** How an answer is made that anybody may be given who asks alike. */
export interface CacheLoader {
  /** of the response cache */
  key: string;
  /** Knows nothing of a request but what others like it say as well. */
  make(): Promise<Cacheable>;
  /** headers of the answer that it was told with */
  given: Record<string, string>;
  around: ResponseHead;
}

/** about 2 kB each */
const mostKept = 1_000;
/** What is asked for in more letters than this names hundreds of things, and would be kept several times over. */
const longestKey = 1_000;

/**
 * How questions were answered, by all that was said with them: the same question needs no second look at its parameters, its
 * key and its headers, however often the answer has changed since.
 */
export class CacheLoaderRegistry {
  readonly #kept = new Map<string, CacheLoader>();

  of(request: RequestLike): CacheLoader | undefined {
    return this.#kept.size === 0 ? undefined : this.#kept.get(requestKey(request));
  }

  remember(request: RequestLike, recipe: CacheLoader): void {
    const key = requestKey(request);
    if (key.length > longestKey) return;
    this.#kept.delete(key);
    this.#kept.set(key, recipe);
    if (this.#kept.size <= mostKept) return;
    const [oldest = key] = this.#kept.keys();
    this.#kept.delete(oldest);
  }
}

/** Whether an answer says around itself what the recipe knows: that it has no more pages than before, for one. */
export function headMatches({ given }: CacheLoader, { status, headers }: CachedResponse): boolean {
  const names = Object.keys(headers);
  return (
    status === 200 && names.length === Object.keys(given).length && names.every((name) => headers[name] === given[name])
  );
}
