import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { allowedMethods, endpointOf } from "./route-registry.ts";
import type { Config } from "#shop/kernel/base/config.ts";

/** For personal responses: no proxy or browser may cache them. */
export const uncached = "no-cache, must-revalidate, max-age=0, no-store, private";
const exposedHeaders = "X-WP-Total, X-WP-TotalPages, Link";

const isRest = (request: FastifyRequest): boolean => /^\/wp-json([/?]|$)/.test(request.url);

function restHeaders(request: FastifyRequest, reply: FastifyReply, { publicUrl }: Config): void {
  const apiIndex = `<${publicUrl}/wp-json/>; rel="https://api.w.org/"`;
  const paging = reply.getHeader("link");
  reply
    .header("x-robots-tag", "noindex")
    .header("link", paging ? `${apiIndex}, ${String(paging)}` : apiIndex)
    .header("access-control-expose-headers", exposedHeaders);
  // WordPress's spelling: some clients compare it
  if (String(reply.getHeader("content-type")).startsWith("application/json")) {
    reply.header("content-type", "application/json; charset=UTF-8");
  }
  const endpoint = endpointOf(request);
  if (endpoint) reply.header("allow", allowedMethods(endpoint.path));
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", uncached);
}

/** Sets the headers that WooCommerce sends with every response. */
export function addRestHeaders(app: FastifyInstance, config: Config): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (isRest(request)) restHeaders(request, reply, config);
    done();
  });
}
