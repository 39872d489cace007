import { openCardVersions } from "../catalog/index.ts";
import { everything } from "../kernel/kept-parts.ts";
import { KeptReads } from "../kernel/kept-reads.ts";
import type { Shop } from "../kernel/shop.ts";
import { onceForAll, type Together } from "../kernel/together.ts";
import { type Found, findProducts, type Search } from "./find-products.ts";
import type { Word } from "./words.ts";

/** what is announced when words of products or gifts change, or what is published */
const wordsChange = ["products", everything];
/** when it changes, the best answers stand in another order */
const sales = "sales";

interface Hits {
  ids: readonly number[];
  total: number;
}

/**
 * Finds products, once for all who look for the same. Which are the best answers hangs on words and on what sells: it is kept
 * until either is announced, and a search that was answered before asks only in which versions the products of its page are.
 */
export function openFinder({ cache, reads }: Shop): Together<Search, Found> {
  const words = cache.alongside(new KeptReads<readonly Word[] | null>(wordsChange));
  const kept = cache.alongside(new KeptReads<Hits>([...wordsChange, sales]));
  const versionsOf = openCardVersions(reads);
  const read = (search: Search): Promise<Found> => findProducts({ reader: reads, words }, search);

  async function best(search: Search): Promise<Found> {
    let fresh: Found | undefined;
    const { ids, total } = await kept.of(JSON.stringify(search), async () => {
      fresh = await read(search);
      return { ids: fresh.products.map(({ id }) => id), total: fresh.total };
    });
    return fresh ?? { products: await versionsOf(ids), total };
  }

  return onceForAll(
    // an order by price hangs on prices besides
    (search) => (search.sort ? read(search) : best(search)),
    (search) => JSON.stringify(search),
  );
}
