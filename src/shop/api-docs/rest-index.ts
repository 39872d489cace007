import { z } from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints/index.ts";

interface Argument {
  required: boolean;
  [fact: string]: unknown;
}
interface RouteEndpoint {
  methods: string[];
  args: Record<string, Argument>;
}
interface RestRoute {
  namespace: string;
  methods: string[];
  endpoints: RouteEndpoint[];
  _links: Record<string, { href: string }[]>;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

const argumentsOf = (schema: z.ZodType | undefined): Record<string, Argument> => {
  if (!schema) return {};
  const { properties = {}, required = [] }: JsonSchema = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
  });
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      { ...(property as object), required: required.includes(name) },
    ]),
  );
};

/** A route in WordPress's notation: without `/wp-json`, with patterns for ids. */
const patternOf = (path: string): string =>
  path
    .replace(/^\/wp-json/, "")
    .replace(/(.)\/$/, "$1")
    .replaceAll(/\{(\w+)\}/g, (_whole, name: string) => `(?P<${name}>${name.endsWith("id") ? "[\\d]+" : "[^/]+"})`);

/** `wc/v3` for `/wp-json/wc/v3/products`; "" for a path without a namespace. */
export const namespaceOf = (path: string): string => /^\/wp-json\/([a-z-]+\/v\d+)(?:\/|$)/.exec(path)?.[1] ?? "";

const rest: readonly Endpoint[] = endpoints.filter(({ path }) => path.startsWith("/wp-json"));
export const namespaces: readonly string[] = [...new Set(rest.map(({ path }) => namespaceOf(path)))].filter(Boolean);

const endpointOf = ({ method, additionalMethods: also = [], query, body }: Endpoint): RouteEndpoint => ({
  methods: [method, ...also],
  args: { ...argumentsOf(query), ...argumentsOf(body) },
});

/**
 * The routes of one namespace, or of all, as WordPress lists them.
 * @param origin the shop's origin
 */
export function routesOf(origin: string, namespace?: string): Record<string, RestRoute> {
  const routes: Record<string, RestRoute> = {};
  for (const one of rest) {
    const own = namespaceOf(one.path);
    if (namespace !== undefined && own !== namespace) continue;
    const pattern = patternOf(one.path);
    const endpoint = endpointOf(one);
    const known = routes[pattern];
    routes[pattern] = {
      namespace: own,
      methods: [...new Set([...(known?.methods ?? []), ...endpoint.methods])],
      endpoints: [...(known?.endpoints ?? []), endpoint],
      _links: one.path.includes("{") ? {} : { self: [{ href: `${origin}${one.path}` }] },
    };
  }
  return routes;
}

/** The response to OPTIONS for an endpoint's path. */
export const describedRoute = (origin: string, { path }: Endpoint): RestRoute | undefined =>
  routesOf(origin, namespaceOf(path))[patternOf(path)];
