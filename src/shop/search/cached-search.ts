import { openCardVersions } from "#shop/catalog/index.ts";
import { TaggedCache } from "#shop/kernel/cache/tagged-cache.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { createSharedLoader, type BatchedFunction } from "#shop/kernel/db/batching.ts";
import { type Found, findProducts, type Search } from "./find-products.ts";
import type { Word } from "./words.ts";

/** invalidated when anything of a product or gift changes except stock and sales */
const productsTag = "products";
/** invalidated when sales were aggregated */
const salesTag = "sales";
const maxSearches = 1_000;

interface CachedHits {
  ids: readonly number[];
  total: number;
}

/**
 * Searches products; concurrent equal searches share one query. Results and their order depend on these tags only, and are cached
 * until they are invalidated; a cached search queries only the versions of the products on its page.
 */
export function openFinder({ cache, reads }: AppContext): BatchedFunction<Search, Found> {
  const words = cache.registerDependent(new TaggedCache<string, readonly Word[] | null>({ maxSize: maxSearches }));
  const hits = cache.registerDependent(new TaggedCache<string, CachedHits>({ maxSize: maxSearches }));
  const versionsOf = openCardVersions(reads);
  return createSharedLoader(
    async (search) => {
      let fresh: Found | undefined;
      const { ids, total } = await hits.getOrLoad(JSON.stringify(search), [productsTag, salesTag], async () => {
        fresh = await findProducts({ reader: reads, words, wordTags: [productsTag] }, search);
        return { ids: fresh.products.map(({ id }) => id), total: fresh.total };
      });
      return fresh ?? { products: ids.length === 0 ? [] : await versionsOf(ids), total };
    },
    (search) => JSON.stringify(search),
  );
}
