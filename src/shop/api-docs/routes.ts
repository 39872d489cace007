import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { aboutEndpoints } from "#contract/endpoints/about.ts";
import { cacheableJson } from "#shop/kernel/cache/cached-response.ts";
import { allowedMethods, endpointsAt } from "#shop/kernel/http/route-registry.ts";
import { noRoute } from "#shop/kernel/request/not-found.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { documentationFile, documentationPage, pageHeaders } from "./documentation-page.ts";
import { openApi } from "./open-api.ts";
import { describedRoute, namespaces, routesOf } from "./rest-index.ts";

const name = "Lianne";
const description = "Trang sức bạc, làm tại Việt Nam";

/** Self-description of the API: indexes as in WordPress, and the documentation. */
export const referenceRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl } = shop.config;
    registerEndpoint(app, shop, aboutEndpoints.index, ({ request, reply }) =>
      shop.cache.send(request, reply, "rest-index", async () =>
        cacheableJson(
          {
            name,
            description,
            url: publicUrl,
            home: publicUrl,
            gmt_offset: "7",
            timezone_string: "Asia/Ho_Chi_Minh",
            namespaces,
            authentication: {},
            routes: routesOf(publicUrl),
            _links: { help: [{ href: `${publicUrl}/wp-json/docs/` }] },
          },
          [],
        ),
      ),
    );

    registerEndpoint(app, shop, aboutEndpoints.namespace, ({ request, reply, path }) => {
      const namespace = `${path.namespace}/${path.version}`;
      if (!namespaces.includes(namespace)) throw noRoute();
      return shop.cache.send(request, reply, `rest-index:${namespace}`, async () =>
        cacheableJson(
          { namespace, routes: routesOf(publicUrl, namespace), _links: { up: [{ href: `${publicUrl}/wp-json/` }] } },
          [],
        ),
      );
    });

    // OPTIONS describes a path; any other request that gets here has no route
    const otherwise = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const [call] = request.method === "OPTIONS" ? endpointsAt(request.url) : [];
      if (!call) throw noRoute();
      return reply.header("allow", allowedMethods(call.path)).send(describedRoute(publicUrl, call));
    };
    app.all("/wp-json/*", otherwise);
    app.route({ method: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"], url: "/wp-json", handler: otherwise });

    registerEndpoint(app, shop, aboutEndpoints.openapi, ({ request, reply }) =>
      shop.cache.send(request, reply, "openapi", async () => cacheableJson(openApi(publicUrl), [])),
    );

    registerEndpoint(app, shop, aboutEndpoints.docs, async ({ reply }) =>
      reply.type("text/html; charset=utf-8").headers(pageHeaders).send(documentationPage),
    );
    registerEndpoint(app, shop, aboutEndpoints.docsFile, async ({ reply, path: { file } }) => {
      const found = await documentationFile(file);
      if (!found) throw noRoute();
      return reply.type(found.type).header("cache-control", "public, max-age=86400").send(found.bytes);
    });
  };
