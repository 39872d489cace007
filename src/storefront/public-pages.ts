import type { Language } from "#contract/language.ts";
import type { CurrencyCode } from "#contract/money.ts";
import { isPersonalPage } from "#contract/personal-pages.ts";
import type { Priority } from "#contract/endpoint.ts";

interface PublicPage {
  pattern: RegExp;
  /** the query parameters that its HTML depends on; all others are left out of the cache key */
  query: readonly string[];
}

/**
 * Pages that are the same for every visitor with the same language and currency. All others are personal and never
 * cached.
 */
const publicPages: readonly PublicPage[] = [
  { pattern: /^\/products\/category\/[^/]+$/, query: ["orderby", "order", "types", "gemstone", "page"] },
  { pattern: /^\/product-detail\/\d+\/[^/]+$/, query: [] },
  { pattern: /^\/support$/, query: ["section"] },
  {
    pattern: /^\/(products\/category|menu|offline|manifest\.webmanifest|gifts|collections|about-us|services|404)?$/,
    query: [],
  },
];
/** Pages on the way to an order. */
const isBuyingPage = (path: string): boolean => isPersonalPage(path) || /^\/reset-password(\/|$)/.test(path);
/** React Router's own parameters of a data request. */
const dataQuery = ["_routes", "lang"];

const dataSuffix = ".data";
function pagePath(pathname: string): string {
  const page = pathname.endsWith(dataSuffix) ? pathname.slice(0, -dataSuffix.length) : pathname;
  return page === "/_root" ? "/" : trimSlashes(page);
}

/** Exactly one slash at the beginning, and none at the end. */
function trimSlashes(pathname: string): string {
  // no regular expression: it would take quadratic time for ten thousand slashes
  let [start, end] = [0, pathname.length];
  while (pathname[start] === "/") start++;
  while (end > start && pathname[end - 1] === "/") end--;
  return `/${pathname.slice(start, end)}`;
}

/** The one path of a page, which others are redirected to: in lower case, without needless slashes. */
export const canonicalPath = (pathname: string): string =>
  trimSlashes(pathname).replace(/%[\da-f]{2}|[A-Z]/gi, (part) => (part.startsWith("%") ? part : part.toLowerCase()));

/** A cacheable page: its key in the response cache, and the URL reduced to the parameters in the key. */
export interface PublicView {
  key: string;
  url: URL;
}

/** @returns null for a page that must not be cached */
export function publicView(method: string, url: URL, lang: Language, currency: CurrencyCode): PublicView | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const path = pagePath(url.pathname);
  const page = publicPages.find(({ pattern }) => pattern.test(path));
  if (!page) return null;
  const shown = new URL(url);
  shown.search = "";
  for (const name of [...page.query, ...dataQuery]) {
    const value = url.searchParams.get(name);
    if (value !== null) shown.searchParams.set(name, value);
  }
  return { key: `page ${shown.pathname}${shown.search} ${lang} ${currency}`, url: shown };
}

/** Priority of a page that is rendered for one visitor: a form submission is a step of a purchase. */
export const pagePriority = (method: string, { pathname }: URL): Priority =>
  method === "POST" || isBuyingPage(pagePath(pathname)) ? "cart" : "browsing";
