/** Begins the name of every cache of ours. */
export const cachePrefix = "lianne-";
/** Begins the name of the cache of visited pages; the build's stamp follows. */
export const pagesPrefix = `${cachePrefix}pages-`;

/** What a page tells the worker once it is there: where it is, and what it was made from. */
export interface Visit {
  kind: "visit";
  page: string;
  /** addresses of its scripts, styles, fonts and pictures */
  files: readonly string[];
}

/** The query parameters that tell one public page from another; every other is about the visitor. */
const telling = ["lang", "orderby", "order", "types", "gemstone", "section", "page"];

/**
 * Pages that are one visitor's own, and the one that stands in for others. What may be kept is said by each answer; these
 * are known to be refused, and not asked for in vain.
 */
const neverKept = /^\/(profile|cart|checkout|final-payment|search|reset-password|newsletter|offline)(\/|$)/;
export const isNeverKept = (address: string): boolean => neverKept.test(new URL(address).pathname);

/** The address under which a page is kept. */
export function pageKey(address: string): string {
  const url = new URL(address);
  const key = new URL(url.pathname, url);
  for (const name of telling) {
    const value = url.searchParams.get(name);
    if (value !== null) key.searchParams.set(name, value);
  }
  return key.href;
}
