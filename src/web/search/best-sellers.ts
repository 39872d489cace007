import type { StoreClient } from "#contract/client.ts";
import { type Card, cardOfProduct } from "#web/catalog/card.ts";

const query = { status: "publish", stock_status: "instock", orderby: "popularity", per_page: 4 } as const;

/** What sells best, for a search without products; empty if the call failed: it is not essential. */
export async function bestSellers(store: StoreClient): Promise<Card[]> {
  const found = await store.products(query);
  return found.ok ? found.data.map(cardOfProduct) : [];
}
