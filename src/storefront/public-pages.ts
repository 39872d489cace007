import type { Language } from "#contract/language.ts";
import type { CurrencyCode } from "#contract/money.ts";

interface PublicPage {
  pattern: RegExp;
  /** the query parameters that its HTML depends on; every other is left out of the cache's key */
  query: readonly string[];
}

/** Pages that are the same for every visitor of one language and currency. All others are personal and never kept. */
const publicPages: readonly PublicPage[] = [
  { pattern: /^\/products\/category\/[^/]+$/, query: ["orderby", "order", "types", "gemstone", "page"] },
  { pattern: /^\/product-detail\/\d+\/[^/]+$/, query: [] },
  { pattern: /^\/support$/, query: ["section"] },
  { pattern: /^\/(products\/category|gifts|collections|about-us|services|404)?$/, query: [] },
];
/** React Router's own parameters of a data request. */
const dataQuery = ["_routes", "lang"];

const dataSuffix = ".data";
const pagePath = (pathname: string): string => {
  const page = pathname.endsWith(dataSuffix) ? pathname.slice(0, -dataSuffix.length) : pathname;
  return page === "/_root" ? "/" : page.replace(/(.)\/+$/, "$1");
};

/** Key of a page in the response cache, or null for one that may not be kept. */
export function cacheKey(method: string, url: URL, lang: Language, currency: CurrencyCode): string | null {
  const page = publicPages.find(({ pattern }) => pattern.test(pagePath(url.pathname)));
  if (!page || (method !== "GET" && method !== "HEAD")) return null;
  const query = [...page.query, ...dataQuery].map((name) => `${name}=${url.searchParams.get(name) ?? ""}`);
  return `page ${url.pathname} ${lang} ${currency} ${query.join("&")}`;
}
