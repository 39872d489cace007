import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { createServer } from "vite";
import { currencyCookie } from "#contract/language.ts";
import { defaultCurrency, isCurrencyCode } from "#contract/money.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { StorefrontBuild } from "../src/storefront/build.ts";
import { addressOf, createRenderer, receiveRawForms } from "../src/storefront/render.ts";

const isNotVite = (path: string): boolean =>
  /^\/(admin|wp-json|shiip|media|healthz|readyz|robots\.txt|sitemap\.xml|sitemaps|sw\.js)(\/|$|\?)/.test(path);

/**
 * A browser that has visited the built storefront at this origin still has its service worker, which would show cached pages. This
 * worker replaces it, clears its caches, and unregisters.
 */
const unregisteringWorker = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
})()));
`;

/** The back office from its sources, by a Vite of its own; unlike the built one, it has no content security policy and no 404. */
async function hostDevBackOffice(http: FastifyInstance): Promise<void> {
  const vite = await createServer({
    configFile: join(import.meta.dirname, "../vite.backoffice.config.ts"),
    server: { middlewareMode: true, hmr: { server: http.server } },
  });
  http.addHook("onClose", () => vite.close());
  http.addHook("onRequest", ({ raw }, reply, next) => {
    if (!/^\/admin(\/|\?|$)/.test(raw.url ?? "")) return next();
    raw.url = raw.url?.replace(/^\/admin(?=\?|$)/, "/admin/");
    vite.middlewares(raw, reply.raw, next);
  });
}

/** The storefront from its sources: Vite serves the modules and sends changes to the browser; nothing is cached. */
export async function hostDevStorefront(http: FastifyInstance, shop: AppContext): Promise<void> {
  const vite = await createServer({
    root: join(import.meta.dirname, ".."),
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: http.server } },
  });
  http.addHook("onClose", () => vite.close());
  const media = resolve(shop.config.dataDir, "media");
  await mkdir(media, { recursive: true });
  await http.register(fastifyStatic, { root: media, prefix: "/media/", decorateReply: false });
  http.addHook("onRequest", (request, reply, next) => {
    if (isNotVite(request.url)) next();
    else vite.middlewares(request.raw, reply.raw, next);
  });
  if (shop.config.backOffice) await hostDevBackOffice(http);
  http.get("/sw.js", (_, reply) =>
    reply.type("text/javascript").header("cache-control", "no-cache").send(unregisteringWorker),
  );
  await http.register(async (pages) => {
    receiveRawForms(pages);
    pages.all("/*", async (request, reply) => {
      const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as StorefrontBuild;
      const chosen = request.cookies[currencyCookie];
      const response = await createRenderer(
        http,
        shop,
        build,
        "development",
      )(request, {
        url: addressOf(request, shop.config.publicUrl),
        lang: languageOf(request),
        currency: isCurrencyCode(chosen) ? chosen : defaultCurrency,
        personal: true,
      });
      return reply.send(response);
    });
  });
}
