import { isNeverCached, pageKey } from "../names.ts";
import { ageOf, asStalePage, withoutScripts, isCacheable, withTimestamp } from "./stale-page.ts";
import type { FetchEvent } from "./scope.ts";
import { find, cacheAsset, cachePage, openFallbacks } from "./caches.ts";

/** network timeout if the page is in the cache */
const networkTimeoutMs = 4_000;
/** a page cached less than this ago is not fetched again only to be cached */
const freshForMs = 10 * 60_000;
const languages = ["vi", "en"] as const;
/** where the language of the last page is stored: a worker cannot read cookies */
const languageKey = "/offline/language";
const fallbackKey = (language: string): string => `/offline?lang=${language}`;

/** Caches the offline page in both languages, with its styles and fonts. */
export async function cacheFallback(): Promise<void> {
  const cache = await openFallbacks();
  for (const language of languages) {
    const response = await fetch(fallbackKey(language), { cache: "reload" });
    if (!isCacheable(response)) throw new Error(`the offline page could not be loaded: ${response.status}`);
    const { page, files } = await withoutScripts(response);
    await cache.put(fallbackKey(language), page);
    await Promise.all(files.map(cacheAsset));
  }
}

async function fallback(address: string): Promise<Response> {
  const requested = new URL(address).searchParams.get("lang");
  const last = await (await find("fallback", languageKey))?.text();
  const language = languages.find((one) => one === (requested ?? last)) ?? languages[0];
  return (await find("fallback", fallbackKey(language))) ?? Response.error();
}

async function cacheResponse(key: string, response: Response): Promise<void> {
  const language = response.headers.get("content-language");
  if (language && !new URL(key).searchParams.has("lang"))
    await (await openFallbacks()).put(languageKey, new Response(language));
  if (isCacheable(response) && !isNeverCached(key)) await cachePage(key, await withTimestamp(response, new Date()));
}

/** the shop is restarting behind its proxy */
const isUnavailable = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** Network first; a cached page, marked as such, only if the network fails or is too slow. */
export async function showPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const key = pageKey(request.url);
  const network = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(request));
  event.waitUntil(network.then((response) => cacheResponse(key, response.clone())).catch(() => {}));
  const cached = await find("page", key);
  if (!cached) return network.catch(() => fallback(request.url));
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, networkTimeoutMs, null);
  });
  const response = await Promise.race([network.catch(() => null), late]);
  return response && !isUnavailable(response) ? response : asStalePage(cached);
}

/** Caches a page that was reached by client-side navigation. */
export async function cacheVisited(address: string): Promise<void> {
  const key = pageKey(address);
  if (isNeverCached(key)) return;
  const cached = await find("page", key);
  if (cached && ageOf(cached, new Date()) < freshForMs) return;
  await cacheResponse(key, await fetch(key));
}
