import { pageKey, pagesPrefix } from "./names.ts";

/** The caches of visited pages; none where the browser keeps nothing, as over plain http. */
const pageCaches = async (): Promise<string[]> =>
  "caches" in globalThis ? (await caches.keys()).filter((name) => name.startsWith(pagesPrefix)) : [];

/** Whether a page can be shown without a connection. */
export async function isPageKept(address: string): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false;
  for (const name of await pageCaches()) {
    if (await (await caches.open(name)).match(pageKey(address), { ignoreVary: true })) return true;
  }
  return false;
}

/** Forgets the visited pages: who comes after does not see what this shopper looked at, nor in which language. */
export async function forgetKeptPages(): Promise<void> {
  await Promise.all((await pageCaches()).map((name) => caches.delete(name)));
}
