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

/** A shared link restores this many pages at most; what comes before them is a link away. */
const mostPages = 12;

/** The cards of several answers, each product once: something may have moved between two calls. */
export function uniqueCards(cards: readonly Card[]): Card[] {
  const seen = new Set<number>();
  return cards.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Pages up to the wanted one, or to the last there is. */
export async function loadPages(
  ask: (page: number) => Promise<StoreResult<ProductList>>,
  wanted: number,
): Promise<LoadedPages | { failure: Failure }> {
  const first = Math.max(1, wanted - mostPages + 1);
  const start = await ask(first);
  if (!start.ok) return { failure: start };
  const { total, total_pages: totalPages } = start.data.pagination;
  if (first > 1 && totalPages < first) return loadPages(ask, Math.max(1, totalPages));
  const last = Math.max(first, Math.min(wanted, totalPages));
  const rest = await Promise.all(Array.from({ length: last - first }, (_, index) => ask(first + 1 + index)));
  const failed = rest.find((answer) => !answer.ok);
  if (failed) return { failure: failed };
  const products = [start, ...rest].flatMap((answer) => (answer.ok ? answer.data.products : []));
  return { cards: uniqueCards(products.map(cardOf)), first, last, total, totalPages };
}
