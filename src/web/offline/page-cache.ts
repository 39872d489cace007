import { pageKey, pagesPrefix } from "./names.ts";

/** The names of the page caches; none where the browser has no cache storage, as over plain http. */
const pageCaches = async (): Promise<string[]> =>
  "caches" in globalThis ? (await caches.keys()).filter((name) => name.startsWith(pagesPrefix)) : [];

/** Whether a page can be shown offline. */
export async function isPageCached(address: string): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false;
  for (const name of await pageCaches()) {
    if (await (await caches.open(name)).match(pageKey(address), { ignoreVary: true })) return true;
  }
  return false;
}

/** Deletes the cached pages, so that the next user sees neither what this one viewed nor in which language. */
export async function clearPageCache(): Promise<void> {
  await Promise.all((await pageCaches()).map((name) => caches.delete(name)));
}
