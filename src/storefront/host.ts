import { join as path, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { currencyCookie } from "#contract/language.ts";
import { defaultCurrency, isCurrencyCode } from "#contract/money.ts";
import { fetchMediaFile } from "#shop/catalog/index.ts";
import { dayMs, hourMs } from "#shop/kernel/base/clock.ts";
import { makePrivateDir } from "#shop/kernel/base/data-dir.ts";
import { runWithRequestContext } from "#shop/kernel/observability/request-context.ts";
import { isBackOfficeHost, separateHost } from "#shop/kernel/request/back-office-host.ts";
import { noRoute } from "#shop/kernel/request/not-found.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { collectTags } from "#shop/kernel/cache/cache-tags.ts";
import type { Cacheable } from "#shop/kernel/cache/cached-response.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { hostAdminPages } from "./admin-pages.ts";
import { buildFolder, loadBuild } from "./build.ts";
import { sendFailurePage } from "./error-page.ts";
import { pageHeaders } from "./page-headers.ts";
import { canonicalPath, publicView, pagePriority } from "./public-pages.ts";
import { addressOf, createRenderer, type PageView, type Render, receiveRawForms } from "./render.ts";

const html = "text/html; charset=utf-8";
const compress = promisify(brotliCompress);
/** for responses that are sent only once */
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const isSecure = (shop: AppContext): boolean => shop.config.publicUrl.startsWith("https:");

/** Serves the storefront's assets and the pictures under content-hashed URLs, and the few files with fixed URLs. */
async function serveFiles(app: FastifyInstance, shop: AppContext): Promise<void> {
  const { config } = shop;
  const immutableOptions = { immutable: true, maxAge: 365 * dayMs };
  const client = path(buildFolder, "client");
  await app.register(fastifyStatic, {
    root: path(client, "assets"),
    prefix: "/assets/",
    preCompressed: true,
    ...immutableOptions,
  });
  // created here, because a missing directory would be logged as a warning
  const media = resolve(config.dataDir, "media");
  makePrivateDir(media);
  if (config.mediaBucket) {
    app.addHook("onRequest", async ({ url }) => {
      const [, file] = /^\/media\/([^?]+)/.exec(url) ?? [];
      if (file) await fetchMediaFile(shop, file);
    });
  }
  await app.register(fastifyStatic, {
    root: media,
    prefix: "/media/",
    decorateReply: false,
    // earlier versions stored uploaded JPEGs unchanged, with their metadata
    allowedPath: (file) => /\.(avif|webp)$/.test(file),
    ...immutableOptions,
  });
  await app.register(fastifyStatic, {
    root: client,
    prefix: "/",
    decorateReply: false,
    wildcard: false,
    globIgnore: ["assets/**"],
    index: false,
    maxAge: hourMs,
    // the browser must revalidate the service worker each time
    setHeaders: (reply, file) => void (file.endsWith("/sw.js") && reply.header("cache-control", "no-cache")),
  });
}

/** A public page turned out to be a redirect, which is not cached. */
class RedirectError extends Error {}

const sharedCacheControl = "public, max-age=0, s-maxage=30";

/** @throws RedirectError */
async function publicPage(
  shop: AppContext,
  render: Render,
  request: FastifyRequest,
  view: PageView,
): Promise<Cacheable> {
  const { result, tags, complete } = await collectTags(() => render(request, view));
  if (result.headers.has("location")) throw new RedirectError();
  const body = await result.text();
  const isCacheable = complete && result.status < 500 && result.status !== 429;
  return {
    status: result.status,
    body,
    contentType: result.headers.get("content-type") ?? html,
    headers: { ...pageHeaders(result, isSecure(shop)), "cache-control": isCacheable ? sharedCacheControl : "no-store" },
    tags,
    store: isCacheable,
  };
}

async function sendUncached(
  shop: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
): Promise<FastifyReply> {
  const body = await response.text();
  reply
    .code(response.status)
    .headers(pageHeaders(response, isSecure(shop)))
    .header("cache-control", "private, no-store");
  for (const name of ["location", "content-type"]) {
    const value = response.headers.get(name);
    if (value) reply.header(name, value);
  }
  for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
  if (!String(request.headers["accept-encoding"]).includes("br")) return reply.send(body);
  return reply.header("content-encoding", "br").send(await compress(body, fastBrotli));
}

/** Registers the built storefront: its assets, the pictures, and every page. */
export async function hostStorefront(app: FastifyInstance, shop: AppContext): Promise<void> {
  const render = createRenderer(app, shop, await loadBuild());
  await serveFiles(app, shop);
  if (shop.config.backOffice) await hostAdminPages(app, shop);

  const servePage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // the back office's own host has no page of the storefront
    if (separateHost(shop.config) !== null && isBackOfficeHost(request, shop.config)) throw noRoute();
    const url = addressOf(request, shop.config.publicUrl);
    const canonical = canonicalPath(url.pathname);
    if (canonical !== url.pathname && (request.method === "GET" || request.method === "HEAD"))
      return reply.redirect(canonical + url.search, 301);
    const chosen = request.cookies[currencyCookie];
    const lang = languageOf(request);
    const currency = isCurrencyCode(chosen) ? chosen : defaultCurrency;
    const cacheable = publicView(request.method, url, lang, currency);
    const renderUncached = async (personal: boolean) =>
      sendUncached(shop, request, reply, await render(request, { url, lang, currency, personal }));
    const renderAdmitted = (personal: boolean) =>
      runWithRequestContext({ id: request.id, log: shop.log }, () =>
        shop.admission.run(
          pagePriority(request.method, url),
          () => renderUncached(personal),
          () => request.raw.socket.destroyed,
        ),
      );
    if (cacheable === null) return renderAdmitted(true);
    const view = { url: cacheable.url, lang, currency, personal: false };
    try {
      return await shop.cache.send(request, reply, cacheable.key, () => publicPage(shop, render, request, view));
    } catch (error) {
      // the target may depend on the full URL, which is not part of the cached page
      if (error instanceof RedirectError) return renderAdmitted(false);
      throw error;
    }
  };
  await app.register(async (pages) => {
    receiveRawForms(pages);
    pages.setErrorHandler(sendFailurePage);
    pages.all("/*", servePage);
  });
}
