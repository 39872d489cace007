import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createRequestHandler } from "react-router";
import { storeClient, type Transport } from "#contract/client.ts";
import type { Language } from "#contract/language.ts";
import { bundledCurrencies, type CurrencyCode } from "#contract/money.ts";
import { storefrontKey } from "#shop/kernel/keys.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import type { StorefrontBuild } from "./build.ts";

/** Calls the store inside this process, through the same routes as everybody else. */
const insideTransport =
  (app: FastifyInstance, request: FastifyRequest): Transport =>
  async ({ method, url, body, headers }) => {
    const answer = await app.inject({
      method,
      url,
      headers: { ...headers },
      remoteAddress: request.ip,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = String(answer.headers["content-type"] ?? "").includes("json");
    return {
      status: answer.statusCode,
      header: (name) => (answer.headers[name] === undefined ? null : String(answer.headers[name])),
      body: isJson ? (answer.json() as unknown) : null,
    };
  };

const toRequest = (request: FastifyRequest, url: URL, signal: AbortSignal): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, each);
  }
  const withBody = request.method !== "GET" && request.method !== "HEAD";
  return new Request(url, {
    method: request.method,
    headers,
    signal,
    ...(withBody ? { body: Readable.toWeb(request.raw) as BodyInit, duplex: "half" } : {}),
  });
};

export interface PageView {
  url: URL;
  lang: Language;
  currency: CurrencyCode;
  /** with the visitor's cookie; never for a page that is kept */
  personal: boolean;
}
export type Render = (request: FastifyRequest, view: PageView) => Promise<Response>;

/** Renders pages by the storefront, which asks the store inside this process. In development errors come with their stacks. */
export function createRenderer(
  app: FastifyInstance,
  shop: Shop,
  build: StorefrontBuild,
  mode: "production" | "development" = "production",
): Render {
  const handle = createRequestHandler(build, mode);
  const { consumerKey, consumerSecret } = storefrontKey(shop.config.appSecret);
  const key = `${consumerKey}:${consumerSecret}`;
  const authorization = `Basic ${Buffer.from(key).toString("base64")}`;
  return async (request, { url, lang, currency, personal }) => {
    const cookie = personal ? (request.headers.cookie ?? null) : null;
    const headers = { authorization, ...(cookie ? { cookie } : {}) };
    const store = storeClient(insideTransport(app, request), { lang, headers });
    const content = await store.content(lang);
    const context = build.entry.module.createContext({
      store,
      lang,
      currency,
      currencies: content.ok ? content.data.currency : bundledCurrencies,
      paymentMethods: content.ok ? content.data.payment_methods : [],
      storefrontKey: key,
      publicUrl: shop.config.publicUrl,
      url,
      cookie,
    });
    const gone = new AbortController();
    request.raw.on("close", () => !request.raw.complete && gone.abort());
    return handle(toRequest(request, url, gone.signal), context);
  };
}
