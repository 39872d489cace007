import { createHash } from "node:crypto";
import { access } from "node:fs/promises";
import { join as path, resolve } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import { type StoreClient, storeClient, type Transport } from "#contract/client.ts";
import { currencyCookie, type Language } from "#contract/language.ts";
import {
  bundledCurrencies,
  type Currency,
  type CurrencyCode,
  defaultCurrency,
  isCurrencyCode,
} from "#contract/money.ts";
import type { PaymentMethod } from "#contract/order.ts";
import { storefrontKey } from "#shop/kernel/keys.ts";
import { languageOf } from "#shop/kernel/preferences.ts";
import { collectTags } from "#shop/kernel/response-cache.ts";
import type { Shop } from "#shop/kernel/shop.ts";

const buildFolder = path(import.meta.dirname, "../build/storefront");
const yearSeconds = 31_536_000;
const compress = promisify(brotliCompress);
/** for pages that are sent once */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** What the storefront's entry is given for one request; its shape is kept by `createContext` in src/web/entry.server.tsx. */
interface PageContext {
  store: StoreClient;
  lang: Language;
  currency: CurrencyCode;
  currencies: readonly Currency[];
  paymentMethods: readonly PaymentMethod[];
  storefrontKey: string;
  publicUrl: string;
  url: URL;
  nonce: string;
  cookie: string | null;
}
type StorefrontBuild = ServerBuild & {
  entry: { module: { createContext(input: PageContext): RouterContextProvider } };
};

interface PublicPage {
  pattern: RegExp;
  /** the query parameters that its HTML depends on; every other is left out of the cache's key */
  query: readonly string[];
}

/** Pages that are the same for every visitor of one language and currency. All others are personal and never kept. */
const publicPages: readonly PublicPage[] = [
  { pattern: /^\/products\/category\/[^/]+$/, query: ["orderby", "order", "types", "gemstone", "page"] },
  { pattern: /^\/product-detail\/\d+\/[^/]+$/, query: [] },
  { pattern: /^\/support$/, query: ["section"] },
  { pattern: /^\/(products\/category|gifts|collections|about-us|services|404)?$/, query: [] },
];
/** React Router's own parameters of a data request. */
const dataQuery = ["_routes", "lang"];

const dataSuffix = ".data";
const pagePath = (pathname: string): string => {
  const page = pathname.endsWith(dataSuffix) ? pathname.slice(0, -dataSuffix.length) : pathname;
  return page === "/_root" ? "/" : page.replace(/(.)\/+$/, "$1");
};

/** Key of a page in the response cache, or null for one that may not be kept. */
export function cacheKey(method: string, url: URL, lang: Language, currency: CurrencyCode): string | null {
  const page = publicPages.find(({ pattern }) => pattern.test(pagePath(url.pathname)));
  if (!page || (method !== "GET" && method !== "HEAD")) return null;
  const query = [...page.query, ...dataQuery].map((name) => `${name}=${url.searchParams.get(name) ?? ""}`);
  return `page ${url.pathname} ${lang} ${currency} ${query.join("&")}`;
}

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

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Only our own files, and the inline scripts of this very page by their hashes: a kept page cannot use nonces. */
function contentSecurityPolicy(html: string, secure: boolean): string {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

const pageHeaders = (response: Response, body: string, shop: Shop): Record<string, string> => {
  const contentType = response.headers.get("content-type") ?? "text/html; charset=utf-8";
  return {
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    ...(contentType.startsWith("text/html")
      ? { "content-security-policy": contentSecurityPolicy(body, shop.config.publicUrl.startsWith("https:")) }
      : {}),
    ...Object.fromEntries([...response.headers].filter(([name]) => name.startsWith("x-remix") || name === "link")),
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

async function loadBuild(): Promise<StorefrontBuild> {
  const file = path(buildFolder, "server/index.js");
  await access(file).catch(() => {
    throw new Error("The storefront is not built yet: run `npm run build`.");
  });
  return (await import(pathToFileURL(file).href)) as StorefrontBuild;
}

/** Puts the built storefront in front of the store: its files, the pictures, and every page. */
export async function hostStorefront(app: FastifyInstance, shop: Shop): Promise<void> {
  const build = await loadBuild();
  const handle = createRequestHandler(build, "production");
  const key = storefrontKey(shop.config.appSecret);
  const keyText = `${key.consumerKey}:${key.consumerSecret}`;
  const authorization = `Basic ${Buffer.from(keyText).toString("base64")}`;

  await app.register(fastifyStatic, {
    root: path(buildFolder, "client/assets"),
    prefix: "/assets/",
    preCompressed: true,
    immutable: true,
    maxAge: yearSeconds * 1000,
  });
  await app.register(fastifyStatic, {
    root: resolve(shop.config.dataDir, "media"),
    prefix: "/media/",
    decorateReply: false,
    immutable: true,
    maxAge: yearSeconds * 1000,
  });
  await app.register(fastifyStatic, {
    root: path(buildFolder, "client"),
    prefix: "/",
    decorateReply: false,
    wildcard: false,
    globIgnore: ["assets/**"],
    index: false,
    maxAge: 3_600_000,
  });

  const render = async (
    request: FastifyRequest,
    url: URL,
    lang: Language,
    currency: CurrencyCode,
    personal: boolean,
  ) => {
    const cookie = personal ? (request.headers.cookie ?? null) : null;
    const store = storeClient(insideTransport(app, request), {
      lang,
      headers: { authorization, ...(cookie ? { cookie } : {}) },
    });
    const content = await store.content(lang);
    const context = build.entry.module.createContext({
      store,
      lang,
      currency,
      currencies: content.ok ? content.data.currency : bundledCurrencies,
      paymentMethods: content.ok ? content.data.payment_methods : [],
      storefrontKey: keyText,
      publicUrl: shop.config.publicUrl,
      url,
      nonce: "",
      cookie,
    });
    const aborted = new AbortController();
    request.raw.on("close", () => {
      if (request.raw.destroyed && !request.raw.complete) aborted.abort();
    });
    return handle(toRequest(request, url, aborted.signal), context);
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const url = new URL(request.url, shop.config.publicUrl);
    const lang = languageOf(request);
    const chosen = request.cookies[currencyCookie];
    const currency = isCurrencyCode(chosen) ? chosen : defaultCurrency;
    const keptUnder = cacheKey(request.method, url, lang, currency);
    if (!keptUnder) return sendPersonal(request, reply, await render(request, url, lang, currency, true), shop);
    try {
      return await shop.cache.send(request, reply, keptUnder, async () => {
        const { result, tags } = await collectTags(() => render(request, url, lang, currency, false));
        const location = result.headers.get("location");
        if (location) throw new Redirected(result.status, location);
        const body = await result.text();
        return {
          status: result.status,
          body,
          contentType: result.headers.get("content-type") ?? "text/html; charset=utf-8",
          headers: { ...pageHeaders(result, body, shop), "cache-control": "public, max-age=0, s-maxage=30" },
          tags,
        };
      });
    } catch (error) {
      if (error instanceof Redirected) return reply.redirect(error.location, error.status);
      throw error;
    }
  };

  await app.register(async (pages) => {
    // the page's own action reads the body
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser("*", (_request, _payload, done) => done(null));
    pages.all("/*", answer);
  });
}

/** A public page turned out to be a redirect: nothing to keep, and whoever waited for the page is sent on too. */
class Redirected extends Error {
  readonly status: number;
  readonly location: string;
  constructor(status: number, location: string) {
    super(`redirect to ${location}`);
    this.status = status;
    this.location = location;
  }
}

async function sendPersonal(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
  shop: Shop,
): Promise<FastifyReply> {
  const body = response.body ? await response.text() : "";
  reply
    .code(response.status)
    .headers(pageHeaders(response, body, shop))
    .header("cache-control", "private, no-store");
  for (const name of ["location", "content-type"]) {
    const value = response.headers.get(name);
    if (value) reply.header(name, value);
  }
  for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
  if (!String(request.headers["accept-encoding"]).includes("br")) return reply.send(body);
  return reply.header("content-encoding", "br").send(await compress(body, quickly));
}
