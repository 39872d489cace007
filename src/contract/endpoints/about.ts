import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";

const tag = "About the interface";
const shared = { method: "GET", access: "anyone", tag, priority: "cached" } as const;

const Routes = z.record(
  z.string(),
  z.object({
    namespace: z.string(),
    methods: z.array(z.string()),
    endpoints: z.array(z.object({ methods: z.array(z.string()), args: z.record(z.string(), z.unknown()) })),
    _links: z.record(z.string(), z.array(z.object({ href: z.string() }))),
  }),
);
const links = z.record(z.string(), z.array(z.object({ href: z.string() })));

export const aboutEndpoints = {
  index: defineEndpoint({
    ...shared,
    path: "/wp-json/",
    summary: "Information about the shop, its namespaces and their routes",
    response: z.object({
      name: z.string(),
      description: z.string(),
      url: z.string(),
      home: z.string(),
      gmt_offset: z.string(),
      timezone_string: z.string(),
      namespaces: z.array(z.string()),
      authentication: z.record(z.string(), z.unknown()),
      routes: Routes,
      _links: links,
    }),
  }),
  namespace: defineEndpoint({
    ...shared,
    path: "/wp-json/{namespace}/{version}",
    summary: "The routes of one namespace, for example `wc/v3`",
    response: z.object({ namespace: z.string(), routes: Routes, _links: links }),
  }),
  openapi: defineEndpoint({
    ...shared,
    path: "/wp-json/docs/openapi.json",
    summary: "This documentation as an OpenAPI 3.1 document",
    response: z.record(z.string(), z.unknown()),
  }),
  docs: defineEndpoint({
    ...shared,
    path: "/wp-json/docs/",
    summary: "This documentation as a page with an interactive client",
    response: z.string(),
    page: true,
  }),
  docsFile: defineEndpoint({
    ...shared,
    path: "/wp-json/docs/files/{file}",
    summary: "Scripts and styles of the documentation page",
    response: z.string(),
    page: true,
  }),
};
