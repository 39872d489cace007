import { STATUS_CODES } from "node:http";
import { z } from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints/index.ts";
import { Problem } from "#contract/problem.ts";
import { documentationInfo } from "./tags.ts";
import { exampleOf, problemExample } from "./examples.ts";

type Json = Record<string, unknown>;
type JsonSchemaDocument = z.core.JSONSchema.BaseSchema;

/** A recursive schema is arbitrary JSON. */
const isOwnRef = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "$ref" in value && String(value.$ref).startsWith("#/$defs/");

/** The limits of JavaScript's safe integers are no constraint of a field. */
const isNoBound = (key: string, value: unknown): boolean =>
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) || (key === "maximum" && value === Number.MAX_SAFE_INTEGER);

/** Converts a schema to JSON Schema, without `$schema`, since OpenAPI sets the dialect. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchemaDocument {
  const { $schema: _dialect, $defs: _own, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  const text = JSON.stringify(plain, (key, value: unknown) => {
    if (isNoBound(key, value)) return undefined;
    return isOwnRef(value) ? {} : value;
  });
  return JSON.parse(text) as JsonSchemaDocument;
}

const rules: Record<Endpoint["access"], string> = {
  anyone: "No authentication. Personal data in the response belongs to the session of the request's cookie.",
  customer: "Requires a logged-in customer (session cookie); returns only their own data.",
  buyer:
    "Requires a logged-in customer (session cookie), or a visitor (cart cookie) while the setting `guest_checkout` allows it; for their own orders only.",
  key: "Requires the storefront's key (published data only) or a merchant's key.",
  customerOrMerchant:
    "Requires a merchant's key, or the storefront's key and the session of the customer that owns the resource; otherwise 404.",
  merchant: "Requires a merchant's key with the permission `read` to read and `write` to change.",
  staff: "Requires a staff member's session (cookie), its nonce in `X-WP-Nonce`, and",
  signIn: "For the sign-in page of the back office only: requires the back office's own `Origin`.",
};

const permissionText = (permission: string): string =>
  permission === "any" ? "any role" : `a role with the permission \`${permission}\``;

function ruleOf({ access, permission, fieldPermissions = {} }: Endpoint): string {
  if (permission === undefined) return rules[access];
  const further = Object.entries(fieldPermissions).map(([field, needed]) => `\`${field}\`: \`${needed}\``);
  const fields = further.length > 0 ? ` Fields with a further permission: ${further.join(", ")}.` : "";
  if (access === "staff") return `${rules.staff} ${permissionText(permission)}.${fields}`;
  return `${rules[access]} A staff member's session counts as a merchant's key: ${permissionText(permission)}.${fields}`;
}

const staffSession = { staffSession: [], staffNonce: [] };
const keys = [{ basic: [] }, { queryKey: [], querySecret: [] }, { oauth: [] }, staffSession];
const securityOf = ({ access }: Endpoint): Json[] => {
  if (access === "anyone") return [{}];
  if (access === "signIn") return [{}];
  if (access === "staff") return [staffSession];
  if (access === "customer" || access === "buyer") return [{ session: [] }];
  if (access === "customerOrMerchant") return [...keys, { basic: [], session: [] }];
  return keys;
};

const parameter = (name: string, place: string, schema: unknown, required: boolean): Json => ({
  name,
  in: place,
  required,
  schema: schema ?? {},
  // lists are serialized as 1,2,3; `x[]=1&x[]=2` and `x[0]=1&x[1]=2` are accepted too
  ...(place === "query" ? { style: "form", explode: false } : {}),
});

/** What the header `Idempotency-Key` does on an endpoint; null where it has no effect. */
function idempotencyOf({ method, permission, idempotent }: Endpoint): string | null {
  if (idempotent)
    return "Unique per submit and the same in its retries: one key creates one order. Required with the storefront's key.";
  if ((method === "POST" || method === "PUT") && permission !== undefined)
    return "For sessions of staff members. Unique per action and the same in its retries, which get the first response for 24 hours. 422 `lianne_idempotency_reused` with another request, 409 `lianne_idempotency_pending` while the first one is not completed.";
  return null;
}

const version: Json = {
  ...parameter("If-Match", "header", { type: "string" }, true),
  description:
    "The record's ETag as it was loaded: 412 `lianne_conflict` if it changed since. `*` accepts any version.",
};

function parametersOf(call: Endpoint): Json[] {
  const { path, query } = call;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) =>
    parameter(name, "path", name.endsWith("id") ? { type: "integer", minimum: 0 } : { type: "string" }, true),
  );
  const { properties = {}, required = [] }: JsonSchemaDocument = query ? schemaOf(query, "input") : {};
  const inQuery = Object.entries(properties).map(([name, schema]) =>
    parameter(name, "query", schema, required.includes(name)),
  );
  const key = parameter("Idempotency-Key", "header", { type: "string", maxLength: 200 }, false);
  const description = idempotencyOf(call);
  return [
    ...inPath,
    ...inQuery,
    ...(description ? [{ ...key, description }] : []),
    ...(call.requiresVersion ? [version] : []),
  ];
}

const problem = (status: number): Json => ({
  description: STATUS_CODES[status] ?? "",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

function problemsOf({ access, query, body, path, limit, requiresVersion }: Endpoint): number[] {
  return [
    ...(query || body ? [400] : []),
    ...(access === "anyone" ? [] : [401]),
    ...(access === "merchant" || access === "staff" || body ? [403] : []),
    ...(path.includes("{") || access === "customerOrMerchant" ? [404] : []),
    ...(requiresVersion ? [412] : []),
    ...(body ? [413, 415] : []),
    ...(requiresVersion ? [428] : []),
    ...(limit ? [429] : []),
  ];
}

function bodyOf(call: Endpoint): Json {
  if (call.upload)
    return { requestBody: { required: true, content: Object.fromEntries(call.upload.map((type) => [type, {}])) } };
  if (!call.body) return {};
  const content = { schema: schemaOf(call.body, "input"), ...exampleOf(call) };
  const types = ["application/json", "application/x-www-form-urlencoded"];
  return { requestBody: { content: Object.fromEntries(types.map((type) => [type, content])) } };
}

function operationOf(call: Endpoint, id: string): Json {
  const { status = 200, page, response } = call;
  const done = page
    ? { "text/html": { schema: { type: "string" } } }
    : { "application/json": { schema: schemaOf(response, "output") } };
  return {
    operationId: id,
    tags: [call.tag],
    summary: call.summary,
    description: ruleOf(call),
    security: securityOf(call),
    parameters: parametersOf(call),
    ...bodyOf(call),
    responses: {
      [status]: { description: STATUS_CODES[status] ?? "", content: done },
      ...Object.fromEntries(problemsOf(call).map((code) => [code, problem(code)])),
    },
  };
}

const idOf = (method: string, path: string): string =>
  `${method.toLowerCase()}${path.replaceAll(/[{}]/g, "").replaceAll(/[^A-Za-z0-9]+(\w)?/g, (_all, next: string = "") => next.toUpperCase())}`;

function pathsOf(): Json {
  const paths: Record<string, Json> = {};
  // different names for the same path parameter would give two equivalent paths, which OpenAPI forbids
  const named = new Map<string, string>();
  for (const call of endpoints) {
    const shape = call.path.replaceAll(/\{\w+\}/g, "{}");
    const path = named.get(shape) ?? call.path;
    named.set(shape, path);
    for (const method of [call.method, ...(call.additionalMethods ?? [])]) {
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf({ ...call, path }, idOf(method, path)) };
    }
  }
  return paths;
}

/**
 * The whole API as OpenAPI 3.1.
 * @param origin the shop's origin
 */
export const openApi = (origin: string): Json => ({
  openapi: "3.1.0",
  info: { title: "Lianne", version: "1.0.0", ...documentationInfo() },
  servers: [{ url: origin }],
  tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
  paths: pathsOf(),
  components: {
    schemas: {
      Problem: {
        ...schemaOf(Problem, "output"),
        description: "Error response of every endpoint.",
        examples: [problemExample],
      },
    },
    securitySchemes: {
      basic: {
        type: "http",
        scheme: "basic",
        description: "Consumer key and secret. HTTPS only for a merchant's key; the storefront's key also over HTTP.",
      },
      queryKey: { type: "apiKey", in: "query", name: "consumer_key", description: "HTTPS only." },
      querySecret: { type: "apiKey", in: "query", name: "consumer_secret", description: "HTTPS only." },
      oauth: {
        type: "http",
        scheme: "OAuth",
        description: "One-legged OAuth 1.0a, in the header or the query; for the signature see the introduction.",
      },
      session: { type: "apiKey", in: "cookie", name: "lianne_session", description: "Set by `custom-auth/v1/login`." },
      staffSession: {
        type: "apiKey",
        in: "cookie",
        name: "__Host-lianne_staff",
        description: "Set by `lianne-admin/v1/session`; `lianne_staff` over HTTP.",
      },
      staffNonce: {
        type: "apiKey",
        in: "header",
        name: "X-WP-Nonce",
        description: "The session's nonce from `GET lianne-admin/v1/session`.",
      },
    },
  },
});
