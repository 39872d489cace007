import { conflict, isOutdated, versionOfRecord } from "#shop/kernel/request/if-match.ts";
import type { WooItem } from "#shop/kernel/woo/woo-responses.ts";
import type { Writer } from "#shop/kernel/woo/woo-writes.ts";

/** What products and other records of the same kind decide, and texts in the reader's language, which `translations` has in both. */
const ignored = { count: null, menu_order: null, name: null, description: null, _links: null };

const fieldOf = (value: unknown, field: string): unknown => (value as Record<string, unknown> | null)?.[field] ?? null;

/** Version of a category, an attribute or a term, for `If-Match`. @param item as merchants read it */
export const taxonomyVersion = (item: WooItem): string =>
  versionOfRecord({
    ...item,
    ...ignored,
    ...("image" in item && { image: fieldOf(item.image, "id") }),
    ...("gift" in item && { gift: fieldOf(item.gift, "slug") }),
  });

/** Call it with the record locked. @param current as merchants read it @throws HttpError 412 if it changed since the writer loaded it */
export function requireTaxonomyVersion({ loaded, lang }: Pick<Writer, "loaded" | "lang">, current: WooItem): void {
  if (isOutdated(loaded, taxonomyVersion(current))) throw conflict(lang, current);
}
