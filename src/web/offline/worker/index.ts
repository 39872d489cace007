// The service worker /sw.js: public pages network first, files cache first. It never handles API requests.
import { isBackOffice, type Visit } from "../names.ts";
import { lazyFiles, type MessageToWorker, worker } from "./scope.ts";
import { cacheVisited, cacheFallback, showPage } from "./show-page.ts";
import { deleteOldCaches, cachedFile, cacheAsset, kindOf } from "./caches.ts";

worker.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([cacheFallback(), ...lazyFiles.map(cacheAsset)]).then(() => worker.skipWaiting()));
});

// It takes control without a reload: open pages continue with the scripts they have.
worker.addEventListener("activate", (event) => {
  const ready = Promise.all([deleteOldCaches(), worker.registration.navigationPreload?.enable()]);
  event.waitUntil(ready.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  // the back office is a program of its own
  if (request.method !== "GET" || isBackOffice(request.url)) return;
  if (request.mode === "navigate") return event.respondWith(showPage(event));
  const kind = kindOf(new URL(request.url));
  if (kind && !request.headers.has("range")) event.respondWith(cachedFile(event, request, kind));
});

const isVisit = (data: unknown): data is Visit =>
  typeof data === "object" && data !== null && "kind" in data && data.kind === "visit";

/** Caches the files that the page loaded before the worker existed; failures are ignored. */
async function cacheVisit(event: MessageToWorker, { page, files }: Visit): Promise<void> {
  const fetches = files.map((address) => {
    const kind = kindOf(new URL(address, location.origin));
    return kind && cachedFile(event, address, kind);
  });
  await Promise.allSettled([cacheVisited(page), ...fetches]);
}

worker.addEventListener("message", (event) => {
  if (isVisit(event.data)) event.waitUntil(cacheVisit(event, event.data));
});
