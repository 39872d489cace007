import type { StoreClient } from "#contract/client.ts";
import { dataOrNull } from "#web/api/page.ts";
import { type Card, cardOf, cardOfProduct } from "./card.ts";

const shownItems = 12;
const fallbackItems = 4;

/**
 * Products of a category for its slideshow. If the list has none, four are fetched by the category's id.
 * @returns null if both calls failed
 */
export async function categoryCards(
  store: StoreClient,
  { id, slug }: { id: number; slug: string },
): Promise<Card[] | null> {
  const list = dataOrNull(await store.categoryList({ slug, per_page: shownItems }));
  if (list && list.products.length > 0) return list.products.map(cardOf);
  const fallback = dataOrNull(await store.products({ category: id, per_page: fallbackItems, status: "publish" }));
  return fallback?.map(cardOfProduct) ?? (list ? [] : null);
}
