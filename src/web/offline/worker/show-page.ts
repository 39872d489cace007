import { isNeverKept, pageKey } from "../names.ts";
import { ageOf, asEarlier, bare, mayBeKept, toKeep } from "./stale-page.ts";
import type { FetchEvent } from "./scope.ts";
import { find, keepAsset, keepPage, standIns } from "./caches.ts";

/** how long the network may take when there is a page from an earlier visit */
const patienceMs = 4_000;
/** a page kept less than this ago is not asked for once more only to be kept */
const newEnoughMs = 10 * 60_000;
const languages = ["vi", "en"] as const;
/** where the language of the page last seen is remembered: a worker knows no cookies */
const languageKey = "/offline/language";
const fallbackKey = (language: string): string => `/offline?lang=${language}`;

/** Gets the page for when there is no connection, in both languages, with its looks. */
export async function prepareFallback(): Promise<void> {
  const cache = await standIns();
  for (const language of languages) {
    const response = await fetch(fallbackKey(language), { cache: "reload" });
    if (!mayBeKept(response)) throw new Error(`no page for when there is no connection: ${response.status}`);
    const { page, files } = await bare(response);
    await cache.put(fallbackKey(language), page);
    await Promise.all(files.map(keepAsset));
  }
}

async function fallback(address: string): Promise<Response> {
  const asked = new URL(address).searchParams.get("lang");
  const last = await (await find("standIn", languageKey))?.text();
  const language = languages.find((one) => one === (asked ?? last)) ?? languages[0];
  return (await find("standIn", fallbackKey(language))) ?? Response.error();
}

async function keep(key: string, response: Response): Promise<void> {
  const language = response.headers.get("content-language");
  if (language && !new URL(key).searchParams.has("lang"))
    await (await standIns()).put(languageKey, new Response(language));
  if (mayBeKept(response) && !isNeverKept(key)) await keepPage(key, await toKeep(response, new Date()));
}

/** a shop that is being restarted behind its proxy */
const isAway = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** The page from the network; from an earlier visit, and saying so, only where the network has none or is too slow. */
export async function showPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const key = pageKey(request.url);
  const network = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(request));
  event.waitUntil(network.then((response) => keep(key, response.clone())).catch(() => {}));
  const kept = await find("page", key);
  if (!kept) return network.catch(() => fallback(request.url));
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, patienceMs, null);
  });
  const response = await Promise.race([network.catch(() => null), late]);
  return response && !isAway(response) ? response : asEarlier(kept);
}

/** Keeps a page that was come to without asking the server for it as a page. */
export async function keepVisited(address: string): Promise<void> {
  const key = pageKey(address);
  if (isNeverKept(key)) return;
  const kept = await find("page", key);
  if (kept && ageOf(kept, new Date()) < newEnoughMs) return;
  await keep(key, await fetch(key));
}
