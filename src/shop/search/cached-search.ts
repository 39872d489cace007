import { openCardVersions } from "#shop/catalog/index.ts";
import { ALL_TAGS } from "#shop/kernel/cache/fragment-cache.ts";
import { QueryCache } from "#shop/kernel/cache/query-cache.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { singleFlight, type BatchedFunction } from "#shop/kernel/db/batching.ts";
import { type Found, findProducts, type Search } from "./find-products.ts";
import type { Word } from "./words.ts";

/** announced when anything of a product or gift changes but its pieces and how many were sold */
const products = ["products", ALL_TAGS];
/** announced when it was counted how many were sold */
const sales = "sales";

interface Hits {
  ids: readonly number[];
  total: number;
}

/**
 * Finds products, once for all who look for the same. What is found, and in which order, hangs on what is announced under these
 * tags alone, and is kept until then; a search that was answered before asks only in which versions the products of its page are.
 */
export function openFinder({ cache, reads }: AppContext): BatchedFunction<Search, Found> {
  const words = cache.registerDependent(new QueryCache<readonly Word[] | null>(products));
  const kept = cache.registerDependent(new QueryCache<Hits>([...products, sales]));
  const versionsOf = openCardVersions(reads);
  return singleFlight(
    async (search) => {
      let fresh: Found | undefined;
      const { ids, total } = await kept.of(JSON.stringify(search), async () => {
        fresh = await findProducts({ reader: reads, words }, search);
        return { ids: fresh.products.map(({ id }) => id), total: fresh.total };
      });
      return fresh ?? { products: ids.length === 0 ? [] : await versionsOf(ids), total };
    },
    (search) => JSON.stringify(search),
  );
}
