// The service worker /admin/sw.js: the shell of the back office, its files, and pictures that its screens have shown. It never handles API
// requests: the data for offline use is stored by the pages, per account.
import { sharedImagesPath } from "#contract/backoffice/screens.ts";
import { maxSharedImages, sharedImagesCache } from "#backoffice/api/offline/shared-images.ts";
import { adminWorker, buildFiles, buildStamp, type PageRequest } from "./worker-scope.ts";

/** differs from the prefix of the storefront's caches, which its worker deletes */
const shellPrefix = "admin-shell-";
const shellName = shellPrefix + buildStamp;
/** product pictures, at immutable URLs; they outlive a build */
const picturesName = "admin-pictures";
const maxPictures = 400;
/** the page that all screens share */
const shellUrl = "/admin";
/** without a response by then the stored shell is shown: the back office opens within a second */
const shellWaitMs = 800;

async function storeShell(): Promise<void> {
  const cache = await caches.open(shellName);
  await Promise.all([...buildFiles, shellUrl].map((url) => cache.add(new Request(url, { cache: "reload" }))));
}

/** Deletes the shells of earlier builds except the last one: open pages still load scripts of it. */
async function deleteOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(shellPrefix) && name !== shellName);
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)));
}

adminWorker.addEventListener("install", (event) => event.waitUntil(storeShell().then(() => adminWorker.skipWaiting())));
adminWorker.addEventListener("activate", (event) =>
  event.waitUntil(deleteOldShells().then(() => adminWorker.clients.claim())),
);

const storedShell = async (): Promise<Response | undefined> =>
  caches
    .open(shellName)
    .then((cache) => cache.match(shellUrl))
    .catch(() => undefined);

/** A proxy's error page: the shop behind it does not respond. */
const isUnavailable = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** The page from the network; the stored one without a connection, or if the connection is slow. */
async function showScreen(request: Request): Promise<Response> {
  const fromNetwork = fetch(request);
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), shellWaitMs));
  const response = fromNetwork.then((page) => (isUnavailable(page) ? undefined : page)).catch(() => undefined);
  return (await Promise.race([response, late])) ?? (await storedShell()) ?? fromNetwork;
}

async function storedFile({ request, waitUntil }: PageRequest, cacheName: string, max = Number.POSITIVE_INFINITY) {
  const stored = await caches.match(request, { ignoreVary: true }).catch(() => undefined);
  if (stored) return stored;
  const response = await fetch(request);
  const store = async (copy: Response) => {
    const cache = await caches.open(cacheName);
    await cache.put(request, copy);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((key) => cache.delete(key)));
  };
  // a failed write, as on a full phone, does no harm
  if (response.status === 200) waitUntil(store(response.clone()).catch(() => {}));
  return response;
}

/** Stores the images that another program of the device shares, and opens the screen that offers them. */
async function receiveImages(request: Request): Promise<Response> {
  const files = (await request.formData()).getAll("images").filter((entry) => entry instanceof File);
  const cache = await caches.open(sharedImagesCache);
  for (const [index, file] of files.slice(0, maxSharedImages).entries())
    await cache.put(`${sharedImagesPath}/${Date.now()}-${index}`, new Response(file));
  return Response.redirect(sharedImagesPath, 303);
}

adminWorker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && request.mode === "navigate" && pathname === sharedImagesPath)
    return event.respondWith(receiveImages(request));
  if (request.method !== "GET") return;
  const work: PageRequest = {
    request,
    waitUntil: (promise) => event.waitUntil(promise),
    respondWith: (response) => event.respondWith(response),
  };
  if (request.mode === "navigate") {
    if (/^\/admin(\/|$)/.test(pathname)) event.respondWith(showScreen(request));
  } else if (pathname.startsWith("/admin/assets/")) event.respondWith(storedFile(work, shellName));
  else if (pathname.startsWith("/media/")) event.respondWith(storedFile(work, picturesName, maxPictures));
});
