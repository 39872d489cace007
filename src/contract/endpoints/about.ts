import { z } from "zod";
import { call } from "../endpoint.ts";

const tag = "About the interface";
const shared = { method: "GET", access: "anyone", tag } as const;

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

export const aboutCalls = {
  index: call({
    ...shared,
    path: "/wp-json/",
    summary: "What the shop is, its namespaces and their routes",
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
  namespace: call({
    ...shared,
    path: "/wp-json/{namespace}/{version}",
    summary: "The routes of one namespace, `wc/v3` for one",
    response: z.object({ namespace: z.string(), routes: Routes, _links: links }),
  }),
  openapi: call({
    ...shared,
    path: "/wp-json/docs/openapi.json",
    summary: "This documentation as OpenAPI 3.1, for programs",
    response: z.record(z.string(), z.unknown()),
  }),
  docs: call({
    ...shared,
    path: "/wp-json/docs/",
    summary: "This documentation as a page, where calls can be tried",
    response: z.string(),
    page: true,
  }),
  docsFile: call({
    ...shared,
    path: "/wp-json/docs/files/{file}",
    summary: "What that page is made of",
    response: z.string(),
    page: true,
  }),
};
