import type { Visit } from "./names.ts";

const filesOfPage = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`) || name.startsWith(`${location.origin}/media/`));

/** Tells the worker of the page that is shown, so that it can be shown again without a connection. */
export function reportVisit(): void {
  const visit: Visit = { kind: "visit", page: location.href, files: filesOfPage() };
  navigator.serviceWorker?.controller?.postMessage(visit);
}

/**
 * Registers the worker, when the page has loaded. Where it takes over a page, be it the first or a new one after a
 * release, it is told what the page was made from; nothing is loaded anew.
 */
export function registerWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  serviceWorker.addEventListener("controllerchange", reportVisit);
  serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {
    // a browser that forbids it, or a connection that is gone already: the shop works as it did
  });
}
