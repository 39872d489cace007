import type { FastifyInstance, FastifyRequest } from "fastify";
import { createRequestHandler } from "react-router";
import { type StoreResponse, storeClient, type Transport } from "#contract/client.ts";
import type { Language } from "#contract/language.ts";
import { bundledCurrencies, type CurrencyCode } from "#contract/money.ts";
import { storefrontKey } from "#shop/kernel/auth/keys.ts";
import { markIncomplete } from "#shop/kernel/cache/cache-tags.ts";
import type { RawResponse } from "#shop/kernel/cache/fast-path.ts";
import type { ResponseCache } from "#shop/kernel/cache/response-cache.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { canSendCodes } from "#shop/phone-codes/index.ts";
import type { StorefrontBuild } from "./build.ts";
import { type ResponseParser, responseParser } from "./parsed-response-cache.ts";

/** A cached response, as the store would have sent it. */
function fromRaw({ response, headers }: RawResponse, parse: ResponseParser): StoreResponse {
  const header = (name: string): string | null => {
    const index = headers.findIndex((each, at) => at % 2 === 0 && each === name);
    return index < 0 ? null : (headers[index + 1] ?? null);
  };
  return { status: response.status, header, body: parse(response.etag, () => response.plain.toString()) };
}

/**
 * Calls the store in this process, through its regular routes.
 * @param cookies receives the cookies that the store sets
 */
const insideTransport =
  (
    { app, cache, parse }: { app: FastifyInstance; cache: ResponseCache; parse: ResponseParser },
    request: FastifyRequest,
    cookies: string[],
  ): Transport =>
  async ({ method, url, body, headers }) => {
    // most data of a page is cached: it is taken from the cache directly, without an injected request
    const found = method === "GET" ? cache.fastPath.find({ url, headers: { ...headers } }) : undefined;
    if (found?.raw && !found.entry.limit) {
      cache.stats.hit++;
      return fromRaw(found.raw, parse);
    }
    const response = await app.inject({
      method,
      url,
      headers: { ...headers },
      remoteAddress: request.ip,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    if (response.statusCode >= 500 || response.statusCode === 429) markIncomplete();
    cookies.push(...[response.headers["set-cookie"] ?? []].flat());
    const isJson = String(response.headers["content-type"] ?? "").includes("json");
    return {
      status: response.statusCode,
      header: (name) => (response.headers[name] === undefined ? null : String(response.headers[name])),
      body: isJson ? parse(response.headers.etag, () => response.payload) : null,
    };
  };

/** @param personal whether the page may use the visitor's cookie */
function toRequest(request: FastifyRequest, url: URL, personal: boolean): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === "cookie" && !personal) continue;
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, each);
  }
  // a HEAD request renders the full page, because it may be cached, and its headers depend on its body
  const method = request.method === "HEAD" ? "GET" : request.method;
  const body = method === "GET" || !Buffer.isBuffer(request.body) ? null : new Uint8Array(request.body);
  return new Request(url, { method, headers, body });
}

const bodyLimitBytes = 64 * 1024;

/** Pages parse the bodies of their forms themselves; the forms of this shop are small, and none of them is multipart. */
export function receiveRawForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  const form = "application/x-www-form-urlencoded";
  pages.addContentTypeParser(form, { parseAs: "buffer", bodyLimit: bodyLimitBytes }, (_request, body, done) =>
    done(null, body),
  );
}

/** The requested URL on the shop's own origin: a path that begins with two slashes must not become another host. */
export function addressOf(request: FastifyRequest, publicUrl: string): URL {
  const url = new URL(publicUrl);
  const mark = request.url.indexOf("?");
  url.pathname = mark < 0 ? request.url : request.url.slice(0, mark);
  url.search = mark < 0 ? "" : request.url.slice(mark);
  return url;
}

export interface PageView {
  url: URL;
  lang: Language;
  currency: CurrencyCode;
  /** with the visitor's cookie; never for a cached page */
  personal: boolean;
}
export type Render = (request: FastifyRequest, view: PageView) => Promise<Response>;

/**
 * Renders pages by the storefront, which calls the store in this process. In development errors include their stacks.
 */
export function createRenderer(
  app: FastifyInstance,
  shop: AppContext,
  build: StorefrontBuild,
  mode: "production" | "development" = "production",
): Render {
  const handle = createRequestHandler(build, mode);
  const inside = { app, cache: shop.cache, parse: responseParser() };
  const { consumerKey, consumerSecret } = storefrontKey(shop.config.appSecret);
  const key = `${consumerKey}:${consumerSecret}`;
  const authorization = `Basic ${Buffer.from(key).toString("base64")}`;
  return async (request, { url, lang, currency, personal }) => {
    const cookie = personal ? (request.headers.cookie ?? null) : null;
    const headers = { authorization, ...(cookie ? { cookie } : {}) };
    const cookies: string[] = [];
    const store = storeClient(insideTransport(inside, request, cookies), { lang, headers });
    const content = await store.content(lang);
    const context = build.entry.module.createContext({
      store,
      lang,
      currency,
      currencies: content.ok ? content.data.currency : bundledCurrencies,
      paymentMethods: content.ok ? content.data.payment_methods : [],
      registrationLink: content.ok ? content.data.registration_link : null,
      ...(content.ok && content.data.guest_checkout ? { guestCheckout: true } : {}),
      ...(content.ok && content.data.order_lookup ? { orderLookup: true } : {}),
      ...(content.ok && content.data.address_search ? { addressSearch: true } : {}),
      ...(shop.config.phone ? { phoneCodes: true } : {}),
      canSendCodes: () => canSendCodes(shop),
      replyTo: shop.config.mail?.replyTo ?? null,
      storefrontKey: key,
      publicUrl: shop.config.publicUrl,
      url,
      cookie,
      logError: (error) => request.log.error({ err: error }, "rendering a page failed"),
    });
    const response = await handle(toRequest(request, url, personal), context);
    // the cookie of a cart that this form created is passed on to the visitor; a cached page sets no cookies
    if (personal) for (const cookie of cookies) response.headers.append("set-cookie", cookie);
    return response;
  };
}
