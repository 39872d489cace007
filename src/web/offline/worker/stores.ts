import { cachePrefix, pagesPrefix } from "../names.ts";
import { stamp } from "./scope.ts";

const mostPages = 60;
const mostPictures = 200;

/** visited pages, of this build alone: they belong to its scripts */
const pagesName = pagesPrefix + stamp;
/** what the build made: addresses that never change their content */
const assetsName = `${cachePrefix}assets-${stamp}`;
/** products' pictures, under addresses that never change their content either; they outlive a build */
const picturesName = `${cachePrefix}pictures`;

export const pages = (): Promise<Cache> => caches.open(pagesName);

/** Drops what earlier builds have kept. */
export async function dropOldStores(): Promise<void> {
  const current = [pagesName, assetsName, picturesName];
  const old = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && !current.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Lets go of the oldest entries above a number. */
async function trim(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

/** Keeps a page under its address; one kept anew counts as the newest. */
export async function keepPage(key: string, response: Response): Promise<void> {
  const cache = await pages();
  await cache.delete(key);
  await cache.put(key, response);
  await trim(cache, mostPages);
}

export type FileKind = "asset" | "picture";

/** What kind of file is at an address; null for everything that the worker leaves alone. */
export function kindOf(url: URL): FileKind | null {
  if (url.origin !== location.origin) return null;
  if (url.pathname.startsWith("/media/")) return "picture";
  return url.pathname.startsWith("/assets/") ? "asset" : null;
}

/** A file as it is kept, or else from the network, and kept from then on. Its content never changes under its address. */
export async function file(address: string | Request, kind: FileKind): Promise<Response> {
  const cache = await caches.open(kind === "asset" ? assetsName : picturesName);
  const kept = await cache.match(address, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(address);
  if (response.status === 200) {
    await cache.put(address, response.clone());
    if (kind === "picture") await trim(cache, mostPictures);
  }
  return response;
}
