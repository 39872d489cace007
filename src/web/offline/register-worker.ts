import type { Visit } from "./names.ts";

const filesOfPage = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`) || name.startsWith(`${location.origin}/media/`));

/** Sends the current page to the worker, so that it can be shown again offline. */
export function reportVisit(): void {
  const visit: Visit = { kind: "visit", page: location.href, files: filesOfPage() };
  navigator.serviceWorker?.controller?.postMessage(visit);
}

/**
 * Registers the worker after the page has loaded. When a worker takes control, the first one or a new one after a
 * release, it gets the page's files; nothing is reloaded.
 */
export function registerWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  serviceWorker.addEventListener("controllerchange", reportVisit);
  serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {
    // service workers are forbidden, or the connection has been lost: the shop works without one
  });
}
