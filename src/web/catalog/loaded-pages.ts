import type { ProductList } from "#contract/catalog.ts";
import type { StoreResult } from "#contract/client.ts";
import { type Card, cardOf } from "./card.ts";

/** Pages `first` to `last` of a list. */
export interface LoadedPages {
  cards: Card[];
  first: number;
  last: number;
  total: number;
  totalPages: number;
}
export type Failure = Extract<StoreResult<unknown>, { ok: false }>;

/** Maximum number of pages that a shared link restores; earlier ones are one link away. */
const maxPages = 12;

/** Cards of several pages, each product once: products may move between two calls. */
export function uniqueCards(cards: readonly Card[]): Card[] {
  const seen = new Set<number>();
  return cards.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Loads the pages up to the requested one, or to the last. */
export async function loadPages(
  loadPage: (page: number) => Promise<StoreResult<ProductList>>,
  requestedPage: number,
): Promise<LoadedPages | { failure: Failure }> {
  const first = Math.max(1, requestedPage - maxPages + 1);
  const start = await loadPage(first);
  if (!start.ok) return { failure: start };
  const { total, total_pages: totalPages } = start.data.pagination;
  if (first > 1 && totalPages < first) return loadPages(loadPage, Math.max(1, totalPages));
  const last = Math.max(first, Math.min(requestedPage, totalPages));
  const rest = await Promise.all(Array.from({ length: last - first }, (_, index) => loadPage(first + 1 + index)));
  const failed = rest.find((result) => !result.ok);
  if (failed) return { failure: failed };
  const products = [start, ...rest].flatMap((result) => (result.ok ? result.data.products : []));
  return { cards: uniqueCards(products.map(cardOf)), first, last, total, totalPages };
}
