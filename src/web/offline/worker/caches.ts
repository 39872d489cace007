import { cachePrefix, pagesPrefix } from "../names.ts";
import { type ExtendableEvent, stamp } from "./scope.ts";

const maxPages = 60;
const maxPictures = 200;

/** visited pages of this build only: they need its scripts */
const pagesName = pagesPrefix + stamp;
/** the fallback pages; not in the page cache, which evicts by age */
const fallbacksName = `${cachePrefix}stand-ins-${stamp}`;
/** build output: immutable URLs */
const assetsName = `${cachePrefix}assets-${stamp}`;
/** product pictures, also at immutable URLs; they outlive a build */
const picturesName = `${cachePrefix}pictures`;

const nameOf = { page: pagesName, fallback: fallbacksName, asset: assetsName, picture: picturesName } as const;
export type FileKind = "asset" | "picture";

/** A cache lookup. If the storage fails it finds nothing, and the network is used. */
export const find = (kind: keyof typeof nameOf, address: string | Request): Promise<Response | undefined> =>
  caches
    .open(nameOf[kind])
    .then((cache) => cache.match(address, { ignoreVary: true }))
    .catch(() => undefined);

export const openFallbacks = (): Promise<Cache> => caches.open(fallbacksName);

/** Deletes the caches of earlier builds. */
export async function deleteOldCaches(): Promise<void> {
  const current: string[] = Object.values(nameOf);
  const old = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && !current.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Evicts the oldest entries above a maximum. */
async function trim(cache: Cache, max: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((key) => cache.delete(key)));
}

/** Caches a page; storing it again makes it the newest. */
export async function cachePage(key: string, response: Response): Promise<void> {
  const cache = await caches.open(pagesName);
  await cache.delete(key);
  await cache.put(key, response);
  await trim(cache, maxPages);
}

/** The kind of file at an address; null for everything that the worker ignores. */
export function kindOf(url: URL): FileKind | null {
  if (url.origin !== location.origin) return null;
  if (url.pathname.startsWith("/media/")) return "picture";
  return url.pathname.startsWith("/assets/") ? "asset" : null;
}

async function cacheFile(address: string | Request, kind: FileKind, response: Response): Promise<void> {
  const cache = await caches.open(nameOf[kind]);
  await cache.put(address, response);
  if (kind === "picture") await trim(cache, maxPictures);
}

/**
 * A file from the cache, otherwise from the network, and cached from then on; its URL is immutable. The response does
 * not wait for the write, and a failed write, as on a full phone, does no harm.
 */
export async function cachedFile(event: ExtendableEvent, address: string | Request, kind: FileKind): Promise<Response> {
  const cached = await find(kind, address);
  if (cached) return cached;
  const response = await fetch(address);
  if (response.status === 200) event.waitUntil(cacheFile(address, kind, response.clone()).catch(() => {}));
  return response;
}

/** Caches a build file. @throws if it cannot be fetched or stored */
export async function cacheAsset(address: string): Promise<void> {
  if (!(await find("asset", address))) await (await caches.open(assetsName)).add(address);
}
