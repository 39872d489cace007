import { isPersonalPage } from "#contract/personal-pages.ts";

/** Prefix of the names of all our caches. */
export const cachePrefix = "lianne-";
/** Prefix of the page cache's name; the build's stamp follows. */
export const pagesPrefix = `${cachePrefix}pages-`;

/** Message of a loaded page to the worker: its address and the files it uses. */
export interface Visit {
  kind: "visit";
  page: string;
  /** addresses of its scripts, styles, fonts and pictures */
  files: readonly string[];
}

/** The query parameters that identify a public page; all others concern the visitor. */
const cacheKeyParams = ["lang", "orderby", "order", "types", "gemstone", "section", "page"];

/**
 * Personal pages, and the fallback page itself. Whether a page may be cached depends on its response headers; these are
 * known not to be, so they are not fetched for it.
 */
export function isNeverCached(address: string): boolean {
  const { pathname } = new URL(address);
  return isPersonalPage(pathname) || /^\/(search|reset-password|newsletter|offline)(\/|$)/.test(pathname);
}

/** Whether the address is one of the back office. */
export const isBackOffice = (address: string): boolean => /^\/admin(\/|$)/.test(new URL(address).pathname);

/** The cache key of a page. */
export function pageKey(address: string): string {
  const url = new URL(address);
  const key = new URL(url.pathname, url);
  for (const name of cacheKeyParams) {
    const value = url.searchParams.get(name);
    if (value !== null) key.searchParams.set(name, value);
  }
  return key.href;
}
