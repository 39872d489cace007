import { renderToString } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, RouterContextProvider, ServerRouter } from "react-router";
import { languages } from "#contract/language.ts";
import { scriptHashesHeader } from "#contract/script-hashes.ts";
import type { PageContext } from "#contract/page-context.ts";
import { pageContext } from "#web/api/page.ts";
import { loadTexts } from "#web/i18n/texts.ts";
import { ScriptNonce } from "#design/script-nonce.ts";
import { deferScripts } from "./defer-scripts.ts";
import { hashScripts, newScriptNonce } from "./script-hashes.ts";

await Promise.all(languages.map(loadTexts));

/** The context of one request for all loaders; called by the storefront's host. */
export function createContext(input: PageContext): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageContext, input);
  return context;
}

/** Encodes lazily: React Router checks each response twice for a body and reads none. */
const streamOf = (html: string): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(html));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );

/** A page response with its HTML string: it is not encoded into a stream only to be decoded again. */
class PageResponse extends Response {
  readonly #html: string;
  #body: ReturnType<typeof streamOf> | undefined;
  constructor(html: string, init: ResponseInit) {
    super(null, init);
    this.#html = html;
  }
  override async text(): Promise<string> {
    return this.#html;
  }
  /** for hosts that send the stream, as in development */
  override get body(): ReturnType<typeof streamOf> {
    this.#body ??= streamOf(this.#html);
    return this.#body;
  }
}

const doctype = "<!DOCTYPE html>";
const unsafe = /[<>&\u2028\u2029]/g;
const asUnicode = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The loaders' data for the browser, as React Router's own scripts would stream it. */
async function handoffScript(stream: EntryContext["serverHandoffStream"], nonce: string): Promise<string> {
  if (!stream) return "";
  const data = JSON.stringify(await new Response(stream).text()).replace(unsafe, asUnicode);
  const controller = "window.__reactRouterContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${data});${controller}.close();</script>`;
}

/**
 * Renders a whole page without streaming, since it is cached and shared. All loader data is available before it starts,
 * so rendering is one synchronous pass. See docs/decisions/0029.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...router }: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-language", context.get(pageContext).lang);
  if (request.method.toUpperCase() === "HEAD") return new Response(null, { status, headers });
  const nonce = newScriptNonce();
  const data = await handoffScript(serverHandoffStream, nonce);
  const rendered = renderToString(
    <ScriptNonce value={nonce}>
      <ServerRouter context={router} url={request.url} nonce={nonce} />
    </ScriptNonce>,
  );
  const { html, hashes } = hashScripts(doctype + deferScripts(rendered, { data, nonce }), nonce);
  headers.set(scriptHashesHeader, hashes.join(" "));
  return new PageResponse(html, { status, headers });
}

/** Responses (404, 405, 503) and aborted requests are not logged; everything else is a bug. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(pageContext).logError(error);
}
