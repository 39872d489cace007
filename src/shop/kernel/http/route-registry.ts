import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints/index.ts";

/** A path with all ids replaced by the same placeholder, since endpoints of one path may name their ids differently. */
const shapeOf = (path: string): string => path.replace(/(.)\/$/, "$1").replaceAll(/\{\w*id\}/g, "{}");

const methodOrder = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const methodsByShape = new Map<string, string[]>();
for (const { path, method, additionalMethods: also = [] } of endpoints) {
  const methods = new Set([...(methodsByShape.get(shapeOf(path)) ?? []), method, ...also]);
  methodsByShape.set(
    shapeOf(path),
    methodOrder.filter((one) => methods.has(one as Endpoint["method"])),
  );
}

const allowedOnPath = new Map(endpoints.map(({ path }) => [path, methodsByShape.get(shapeOf(path))?.join(", ") ?? ""]));

/** The methods that a path supports: `GET, POST`. */
export const allowedMethods = (path: string): string => allowedOnPath.get(path) ?? "";

/** The request's endpoint; undefined on a path that has none. */
export const endpointOf = (request: FastifyRequest): Endpoint | undefined => request.routeOptions.config.endpoint;

const isStore = (url: string): boolean => /^\/(wp-json|shiip)(\/|$)/.test(url);
/** routes for every path without an endpoint */
const catchAlls = ["/wp-json/*", "/wp-json"];

function assertEndpoint({ url, method, config }: RouteOptions): void {
  if (!isStore(url) || catchAlls.includes(url)) return;
  const endpoint = config?.endpoint;
  if (!endpoint) throw new Error(`${String(method)} ${url} has no endpoint: register it with registerEndpoint().`);
  if (!endpoints.includes(endpoint)) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} is not in the table: add it to src/contract/endpoints/index.ts.`,
    );
  }
}

/** Throws at start if a route of the store has no endpoint, or its endpoint is not in the table. */
export function assertRoutesHaveEndpoint(app: FastifyInstance): void {
  app.addHook("onRoute", assertEndpoint);
}

/** The endpoints of a requested path; those without parameters in their path take precedence. */
export function endpointsAt(url: string): readonly Endpoint[] {
  const path = (url.split("?")[0] ?? "").replace(/(.)\/+$/, "$1");
  const matching = endpoints.filter((one) => patternOf(one.path).test(path));
  const exact = matching.filter((one) => !one.path.includes("{"));
  return exact.length > 0 ? exact : matching;
}

const patterns = new Map<string, RegExp>();
function patternOf(path: string): RegExp {
  const cached = patterns.get(path);
  if (cached) return cached;
  const escaped = path.replace(/(.)\/$/, "$1").replaceAll(".", "\\.");
  const text = escaped.replaceAll(/\{(\w+)\}/g, (_all, name: string) => (name.endsWith("id") ? "\\d{1,9}" : "[^/]+"));
  const pattern = new RegExp(`^${text}$`);
  patterns.set(path, pattern);
  return pattern;
}
