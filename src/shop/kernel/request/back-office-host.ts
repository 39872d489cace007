import type { IncomingMessage } from "node:http";
import { backOfficePath } from "#contract/backoffice/screens.ts";
import { backOfficeApi } from "#contract/endpoint.ts";
import { noRoute } from "./not-found.ts";

interface Urls {
  publicUrl: string;
  backOfficeUrl: string;
}
type RequestHeaders = Pick<IncomingMessage, "headers">;

/** The host of the back office as browsers send it (`host:port`); null if it is the shop's own. */
export const separateHost = ({ publicUrl, backOfficeUrl }: Urls): string | null =>
  backOfficeUrl === publicUrl ? null : new URL(backOfficeUrl).host;

/** Whether a request came by the host of the back office; always true if the shop has a single host. */
export function isBackOfficeHost({ headers }: RequestHeaders, urls: Urls): boolean {
  const host = separateHost(urls);
  return host === null || headers.host?.toLowerCase() === host;
}

/** The origin of the pages that may send a request: of the back office on its own host, else of the shop. */
export const ownUrl = (request: RequestHeaders, urls: Urls): string =>
  isBackOfficeHost(request, urls) ? urls.backOfficeUrl : urls.publicUrl;

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

/** What the host of the back office serves besides its pages: the REST API, pictures, icons, health checks. */
const alsoServed = ["/wp-json", "/media", "/icons", "/healthz", "/readyz"];

/** The path as the router reads it: decoded, of an absolute request target too. */
function routedPath(url: string): string {
  const [path = ""] = url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/);
  try {
    return decodeURIComponent(path);
  } catch {
    // the router rejects it
    return path;
  }
}

/**
 * Separates two hosts: no page of the storefront exists on that of the back office, and no page or endpoint of the back office on
 * that of the shop, so that they share no origin. @throws HttpError 404
 */
export function requireMatchingHost(request: RequestHeaders & { url: string }, urls: Urls): void {
  const host = separateHost(urls);
  if (host === null) return;
  const path = routedPath(request.url);
  const isAdmin = isBelow(path, backOfficePath);
  const isServed = isBackOfficeHost(request, urls)
    ? path === "/" || isAdmin || alsoServed.some((root) => isBelow(path, root))
    : !isAdmin && !isBelow(path, backOfficeApi);
  if (!isServed) throw noRoute();
}
