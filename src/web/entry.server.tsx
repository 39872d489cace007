import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, RouterContextProvider, ServerRouter } from "react-router";
import { languages } from "#contract/language.ts";
import { type PageRequest, pageContext } from "./api/page.ts";
import { loadTexts } from "./i18n/texts.ts";
import { scriptsLate } from "./late-scripts.ts";

await Promise.all(languages.map(loadTexts));

const renderTimeoutMs = 10_000;

/** What every loader of one request can ask for; called by the host of the storefront. */
export function createContext(input: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageContext, input);
  return context;
}

/** Takes what React writes, and gives it as one text. */
function collector(done: (html: string) => void, failed: (error: Error) => void): Writable {
  const chunks: Uint8Array[] = [];
  const writable = new Writable({
    write(chunk: Uint8Array, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      done(Buffer.concat(chunks).toString());
      next();
    },
  });
  return writable.on("error", failed);
}

/** Renders a whole page: it is kept and shared, so nothing is streamed piece by piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-language", context.get(pageContext).lang);
  if (request.method.toUpperCase() === "HEAD") return new Response(null, { status, headers });
  let failed = false;
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={router} url={request.url} />, {
      onAllReady() {
        clearTimeout(timer);
        pipe(collector(resolve, reject));
      },
      onShellError: reject,
      onError(error) {
        failed = true;
        console.error(error);
      },
    });
    const timer = setTimeout(() => abort(new Error(`no page within ${renderTimeoutMs} ms`)), renderTimeoutMs);
  });
  return new Response(scriptsLate(html), { status: failed ? 500 : status, headers });
}

/** Refusals (404, 503) are answers, and given-up requests nobody's fault; everything else is a bug to be seen. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error);
}
