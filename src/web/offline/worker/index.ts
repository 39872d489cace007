// The service worker: /sw.js. Public pages from the network first, files from what is kept; it never sees a call to the store.
import type { Visit } from "../names.ts";
import { lateParts, type MessageToWorker, worker } from "./scope.ts";
import { keepVisited, prepareFallback, showPage } from "./show-page.ts";
import { dropOldStores, file, keepAsset, kindOf } from "./caches.ts";

worker.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([prepareFallback(), ...lateParts.map(keepAsset)]).then(() => worker.skipWaiting()));
});

// It takes over without loading anything anew: what is open goes on with the scripts that it has.
worker.addEventListener("activate", (event) => {
  const ready = Promise.all([dropOldStores(), worker.registration.navigationPreload?.enable()]);
  event.waitUntil(ready.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") return event.respondWith(showPage(event));
  const kind = kindOf(new URL(request.url));
  if (kind && !request.headers.has("range")) event.respondWith(file(event, request, kind));
});

const isVisit = (data: unknown): data is Visit =>
  typeof data === "object" && data !== null && "kind" in data && data.kind === "visit";

/** What a page was made from before the worker was there is kept now; that it cannot be had is no harm. */
async function keepVisit(event: MessageToWorker, { page, files }: Visit): Promise<void> {
  const asked = files.map((address) => {
    const kind = kindOf(new URL(address, location.origin));
    return kind && file(event, address, kind);
  });
  await Promise.allSettled([keepVisited(page), ...asked]);
}

worker.addEventListener("message", (event) => {
  if (isVisit(event.data)) event.waitUntil(keepVisit(event, event.data));
});
