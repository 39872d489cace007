import type { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import type { StoreEndpoint } from "./endpoints/index.ts";
import type { Problem } from "./problem.ts";

// What the clients of the storefront and of the back office have in common: the types of a call, from the endpoint table, and error bodies.

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const unexpectedResponse = (status: number): Problem => ({
  code: "unexpected_response",
  message: "",
  data: { status },
});

/** The valid ones of a problem's fields about parameters. */
function parametersOf({ params, details }: Fields): Pick<Problem["data"], "params" | "details"> {
  const isText = (value: unknown): value is string => typeof value === "string";
  const messages = isRecord(params)
    ? Object.fromEntries(Object.entries(params).filter(([, text]) => isText(text)))
    : [];
  return {
    ...(params ? { params: Array.isArray(params) ? params.filter(isText) : (messages as Record<string, string>) } : {}),
    ...(isRecord(details) ? { details: details as NonNullable<Problem["data"]["details"]> } : {}),
  };
}

/** An error body, of which any field may be missing or invalid: a proxy or an older server may have sent it. */
export function toProblem(status: number, body: unknown): Problem {
  if (!isRecord(body) || (typeof body.code !== "string" && typeof body.message !== "string"))
    return unexpectedResponse(status);
  const { code, message, data } = body;
  const { params, details, ...fields } = isRecord(data) ? data : {};
  return {
    ...body,
    code: typeof code === "string" ? code : "",
    message: typeof message === "string" ? message : "",
    data: { ...fields, ...parametersOf({ params, details }), status },
  };
}

export const withQuery = (path: string, query: Record<string, unknown> = {}): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  if (pairs.length === 0) return path;
  return `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`;
};

/** Name of an endpoint, its method and path: `GET /wp-json/wc/v3/products/{id}`. */
type EndpointNameOf<C> = C extends Endpoint ? `${C["method"]} ${C["path"]}` : never;
export type EndpointName = EndpointNameOf<StoreEndpoint>;
type EndpointNamed<N extends EndpointName, C = StoreEndpoint> = C extends Endpoint
  ? EndpointNameOf<C> extends N
    ? C
    : never
  : never;

type InputOf<C, Part extends "query" | "body"> = C extends { [P in Part]: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : never;
/** An endpoint's query without `lang`, which the client adds. */
export type CallQuery<N extends EndpointName> = Omit<InputOf<EndpointNamed<N>, "query">, "lang">;
export type CallBody<N extends EndpointName> = InputOf<EndpointNamed<N>, "body">;
export type CallData<N extends EndpointName> =
  EndpointNamed<N> extends infer C ? (C extends Endpoint ? z.output<C["response"]> : never) : never;
type CallPath<Path> = Path extends `${string}{${infer One}}${infer Rest}`
  ? { [Key in One]: string | number } & CallPath<Rest>
  : unknown;

export interface CallOptions {
  headers?: Record<string, string>;
  timeoutMs?: number;
  /** aborts the request */
  signal?: AbortSignal;
}
export type CallInput<N extends EndpointName> = CallOptions & {
  query?: CallQuery<N>;
  body?: CallBody<N>;
} & (N extends `${string}{${string}` ? { path: CallPath<N> } : { path?: never });

/** The path of an endpoint with its parameters filled in. */
export const fillPath = (template: string, values: Record<string, string | number> = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (_whole, key: string) => encodeURIComponent(String(values[key])));
