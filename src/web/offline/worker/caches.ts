import { cachePrefix, pagesPrefix } from "../names.ts";
import { type ExtendableEvent, stamp } from "./scope.ts";

const mostPages = 60;
const mostPictures = 200;

/** visited pages, of this build alone: they belong to its scripts */
const pagesName = pagesPrefix + stamp;
/** what is shown where nothing else is kept; not among the visited pages, which are let go of by age */
const standInsName = `${cachePrefix}stand-ins-${stamp}`;
/** what the build made: addresses that never change their content */
const assetsName = `${cachePrefix}assets-${stamp}`;
/** products' pictures, under addresses that never change their content either; they outlive a build */
const picturesName = `${cachePrefix}pictures`;

const nameOf = { page: pagesName, standIn: standInsName, asset: assetsName, picture: picturesName } as const;
export type FileKind = "asset" | "picture";

/** What is kept at an address. A browser whose storage fails has nothing, and the network is asked. */
export const find = (kind: keyof typeof nameOf, address: string | Request): Promise<Response | undefined> =>
  caches
    .open(nameOf[kind])
    .then((cache) => cache.match(address, { ignoreVary: true }))
    .catch(() => undefined);

export const standIns = (): Promise<Cache> => caches.open(standInsName);

/** Drops what earlier builds have kept. */
export async function dropOldStores(): Promise<void> {
  const current: string[] = Object.values(nameOf);
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
  const cache = await caches.open(pagesName);
  await cache.delete(key);
  await cache.put(key, response);
  await trim(cache, mostPages);
}

/** What kind of file is at an address; null for everything that the worker leaves alone. */
export function kindOf(url: URL): FileKind | null {
  if (url.origin !== location.origin) return null;
  if (url.pathname.startsWith("/media/")) return "picture";
  return url.pathname.startsWith("/assets/") ? "asset" : null;
}

async function keepFile(address: string | Request, kind: FileKind, response: Response): Promise<void> {
  const cache = await caches.open(nameOf[kind]);
  await cache.put(address, response);
  if (kind === "picture") await trim(cache, mostPictures);
}

/**
 * A file as it is kept, or else from the network, and kept from then on. Its content never changes under its address.
 * Who asked has it at once: it is written beside that, and that it cannot be, on a full phone, is no harm.
 */
export async function file(event: ExtendableEvent, address: string | Request, kind: FileKind): Promise<Response> {
  const kept = await find(kind, address);
  if (kept) return kept;
  const response = await fetch(address);
  if (response.status === 200) event.waitUntil(keepFile(address, kind, response.clone()).catch(() => {}));
  return response;
}

/** Keeps what the build made. @throws where it cannot be had or kept */
export async function keepAsset(address: string): Promise<void> {
  if (!(await find("asset", address))) await (await caches.open(assetsName)).add(address);
}
