/** when a page was kept, in a header of its kept form */
const keptAt = "x-kept-at";
/** without them a page is only what the server wrote: the page for when there is no connection runs under other addresses */
const scripts = /<script\b[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g;

const remade = (response: Response, body: string, extra: Record<string, string> = {}): Response => {
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "etag"]) headers.delete(name);
  for (const [name, value] of Object.entries(extra)) headers.set(name, value);
  return new Response(body, { status: 200, headers });
};

/** Whether the server lets everybody have this page: what is one visitor's own is `private` and `no-store`, and no error is kept. */
export function mayBeKept(response: Response): boolean {
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

/** The page as it is kept: with the moment in it. */
export const toKeep = async (response: Response, now: Date): Promise<Response> =>
  remade(response, await response.text(), { [keptAt]: now.toISOString() });

export const ageOf = (kept: Response, now: Date): number => now.getTime() - Date.parse(kept.headers.get(keptAt) ?? "");

/** A kept page as it is shown: it says itself, before any script runs, that it is from an earlier visit. */
export async function asEarlier(kept: Response): Promise<Response> {
  const at = kept.headers.get(keptAt) ?? "";
  const html = await kept.text();
  return remade(kept, html.replace("<html ", `<html data-kept-at="${at}" `), { "cache-control": "no-store" });
}

/** Without scripts, and with the addresses of the styles and fonts that it needs. */
export async function bare(response: Response): Promise<{ page: Response; files: string[] }> {
  const html = await response.text();
  const files = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:css|woff2)/g))];
  return { page: remade(response, html.replaceAll(scripts, ""), { "cache-control": "no-store" }), files };
}
