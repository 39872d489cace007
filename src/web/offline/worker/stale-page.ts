/** header of a cached page: when it was cached */
const cachedAtHeader = "x-cached-at";
/**
 * removed from the offline page, which is shown at other addresses than its own: all scripts but the one that waits for
 * the connection
 */
const scripts = /<script\b(?![^<>]* data-offline)[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g;

const rebuilt = (response: Response, body: string, extra: Record<string, string> = {}): Response => {
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "etag"]) headers.delete(name);
  for (const [name, value] of Object.entries(extra)) headers.set(name, value);
  return new Response(body, { status: 200, headers });
};

/** Whether the page is public: private ones are `private` and `no-store`; errors are not cached. */
export function isCacheable(response: Response): boolean {
  const control = response.headers.get("cache-control") ?? "";
  const type = response.headers.get("content-type") ?? "";
  return (
    response.status === 200 &&
    response.type === "basic" &&
    !response.redirected &&
    type.startsWith("text/html") &&
    /\bpublic\b/.test(control) &&
    !/\b(private|no-store)\b/.test(control)
  );
}

/** The page with the time of caching in a header. */
export const withTimestamp = async (response: Response, now: Date): Promise<Response> =>
  rebuilt(response, await response.text(), { [cachedAtHeader]: now.toISOString() });

export const ageOf = (cached: Response, now: Date): number =>
  now.getTime() - Date.parse(cached.headers.get(cachedAtHeader) ?? "");

/** A cached page as it is shown: marked on the html element, so that the notice shows before any script runs. */
export async function asStalePage(cached: Response): Promise<Response> {
  const cachedAt = cached.headers.get(cachedAtHeader) ?? "";
  const html = await cached.text();
  return rebuilt(cached, html.replace("<html ", `<html data-cached-at="${cachedAt}" `), {
    "cache-control": "no-store",
  });
}

/** The page without the scripts above, and the URLs of its styles and fonts. */
export async function withoutScripts(response: Response): Promise<{ page: Response; files: string[] }> {
  const html = await response.text();
  const files = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:css|woff2)/g))];
  return { page: rebuilt(response, html.replaceAll(scripts, ""), { "cache-control": "no-store" }), files };
}
