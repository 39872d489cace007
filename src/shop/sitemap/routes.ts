import type { FastifyPluginAsync } from "fastify";
import { notFound } from "#shop/kernel/request/not-found.ts";
import type { Cacheable } from "#shop/kernel/cache/cached-response.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { fixedPages, productPages, productParts } from "./public-pages.ts";
import { indexXml, pagesXml } from "./site-map-xml.ts";

/** Every change of a product or a category invalidates this tag, or all tags. */
const tags = ["products"];

const xml = (body: string): Cacheable => ({
  status: 200,
  contentType: "application/xml; charset=utf-8",
  body,
  headers: { "cache-control": "public, no-cache" },
  tags,
});

/**
 * Pages with personal content, and the back office. Pages that are only excluded from the index have a robots meta tag, and must be crawled
 * for it.
 */
const personal = ["/cart", "/checkout", "/bank-payment", "/final-payment", "/profile", "/wp-json/", "/admin"];

const partName = /^products-(\d{1,6})\.xml$/;

/**
 * `/robots.txt`, and the sitemap that it links to: an index, the fixed pages, and the products in parts. A part is
 * generated on request and cached until a product changes, so that a large catalogue is never read at once.
 */
export const siteMapRoutes =
  ({ reads, cache, config: { publicUrl } }: AppContext): FastifyPluginAsync =>
  async (app) => {
    const lines = [
      "User-agent: *",
      ...personal.map((path) => `Disallow: ${path}`),
      "",
      `Sitemap: ${publicUrl}/sitemap.xml`,
    ];
    app.get("/robots.txt", (_request, reply) =>
      reply
        .type("text/plain; charset=utf-8")
        .header("cache-control", "public, max-age=3600")
        .send(`${lines.join("\n")}\n`),
    );

    app.get("/sitemap.xml", (request, reply) =>
      cache.send(request, reply, "site-map", async () => {
        const parts = await productParts(reads);
        const products = parts.map(({ part, changedAt }) => ({ path: `/sitemaps/products-${part}.xml`, changedAt }));
        return xml(indexXml([{ path: "/sitemaps/pages.xml", changedAt: null }, ...products], publicUrl));
      }),
    );

    app.get("/sitemaps/pages.xml", (request, reply) =>
      cache.send(request, reply, "site-map pages", async () => xml(pagesXml(await fixedPages(reads), publicUrl))),
    );

    app.get<{ Params: { name: string } }>("/sitemaps/:name", (request, reply) => {
      const part = partName.exec(request.params.name)?.[1];
      if (part === undefined) throw notFound(request);
      return cache.send(request, reply, `site-map ${Number(part)}`, async () => {
        const pages = await productPages(reads, Number(part));
        if (pages.length === 0) throw notFound(request);
        return xml(pagesXml(pages, publicUrl));
      });
    });
  };
