import { type OnlineMethod, onlineMethodOf } from "./payment-methods/index.ts";
import type { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import type { StoreEndpoint } from "./endpoints/index.ts";
import type { AddToCart } from "./cart.ts";
import type { Login, ProfileChange, Register } from "./customer.ts";
import type { Language } from "./language.ts";
import type { PlaceCodOrder } from "./order.ts";
import type { CreatePayment } from "./payment.ts";
import type { Problem } from "./problem.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface StoreRequest {
  method: Method;
  /** path and query, relative to the origin */
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs: number;
}
export interface StoreResponse {
  status: number;
  header(name: string): string | null;
  /** parsed JSON, or null when the body was not JSON */
  body: unknown;
}
/**
 * Sends one request to the store: `fetch` in the browser, an in-process call on the server. Rejects when there is no
 * response.
 */
export type Transport = (request: StoreRequest) => Promise<StoreResponse>;

/**
 * The data of a successful response, or the error body. `network` is true when there was no response at all; `retryAfter` is the
 * header of that name.
 */
export type StoreResult<T> =
  | { ok: true; data: T; total?: number }
  | { ok: false; status: number; network: boolean; problem: Problem; retryAfter?: string };

export const requestTimeoutMs = 30_000;
export const callbackTimeoutMs = 15_000;

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const networkProblem: Problem = { code: "network_error", message: "Network error", data: { status: 0 } };
const unexpectedResponse = (status: number): Problem => ({ code: "unexpected_answer", message: "", data: { status } });

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
function toProblem(status: number, body: unknown): Problem {
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

const withQuery = (path: string, query: Record<string, unknown> = {}): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  if (pairs.length === 0) return path;
  return `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`;
};

/** Name of an endpoint, its method and path: `GET /wp-json/wc/v3/products/{id}`. */
type EndpointNameOf<C> = C extends Endpoint ? `${C["method"]} ${C["path"]}` : never;
type EndpointName = EndpointNameOf<StoreEndpoint>;
type EndpointNamed<N extends EndpointName, C = StoreEndpoint> = C extends Endpoint
  ? EndpointNameOf<C> extends N
    ? C
    : never
  : never;

type InputOf<C, Part extends "query" | "body"> = C extends { [P in Part]: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : never;
/** An endpoint's query without `lang`, which the client adds. */
type CallQuery<N extends EndpointName> = Omit<InputOf<EndpointNamed<N>, "query">, "lang">;
type CallBody<N extends EndpointName> = InputOf<EndpointNamed<N>, "body">;
type CallData<N extends EndpointName> =
  EndpointNamed<N> extends infer C ? (C extends Endpoint ? z.output<C["response"]> : never) : never;
type CallPath<Path> = Path extends `${string}{${infer One}}${infer Rest}`
  ? { [Key in One]: string | number } & CallPath<Rest>
  : unknown;

interface CallOptions {
  headers?: Record<string, string>;
  timeoutMs?: number;
}
type CallInput<N extends EndpointName> = CallOptions & {
  query?: CallQuery<N>;
  body?: CallBody<N>;
} & (N extends `${string}{${string}` ? { path: CallPath<N> } : { path?: never });

const toResult = async <T>(response: StoreResponse): Promise<StoreResult<T>> => {
  const { status, body } = response;
  if (status >= 200 && status < 300 && body !== null) {
    const total = response.header("x-wp-total");
    return { ok: true, data: body as T, ...(total === null ? {} : { total: Number(total) }) };
  }
  const retryAfter = response.header("retry-after");
  const failure = { ok: false, status, network: false, problem: toProblem(status, body) } as const;
  return retryAfter === null ? failure : { ...failure, retryAfter };
};

const createCaller =
  (transport: Transport, { lang, headers: fixedHeaders = {} }: StoreClientOptions) =>
  async <const N extends EndpointName>(name: N, input: CallInput<N>): Promise<StoreResult<CallData<N>>> => {
    const { query, body, headers, timeoutMs = requestTimeoutMs } = input;
    const values = (input.path ?? {}) as Record<string, string | number>;
    const [method, template = ""] = name.split(" ");
    const path = template.replaceAll(/\{(\w+)\}/g, (_whole, key: string) => encodeURIComponent(String(values[key])));
    try {
      const response = await transport({
        method: method as Method,
        // the carrier's endpoints take no language
        url: withQuery(path, path.startsWith("/wp-json/") ? { ...query, lang } : { ...query }),
        timeoutMs,
        headers: { ...fixedHeaders, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      return await toResult(response);
    } catch {
      return { ok: false, status: 0, network: true, problem: networkProblem };
    }
  };

export interface StoreClientOptions {
  /** language of names, descriptions and messages */
  lang: Language;
  /** sent with each request: the storefront's API key and, on the server, the visitor's cookie */
  headers?: Record<string, string>;
}

type CallEndpoint = ReturnType<typeof createCaller>;

const idempotent = (key: string) => ({ headers: { "idempotency-key": key } });

const catalogRequests = (call: CallEndpoint) => ({
  categoryList: (query: CallQuery<"GET /wp-json/product-category/v1/list/">) =>
    call("GET /wp-json/product-category/v1/list/", { query }),
  filteredList: (query: CallQuery<"GET /wp-json/custom/v1/products/">) =>
    call("GET /wp-json/custom/v1/products/", { query }),
  search: (query: CallQuery<"GET /wp-json/custom-search/v1/products">, options: CallOptions = {}) =>
    call("GET /wp-json/custom-search/v1/products", { query, ...options }),
  categories: () => call("GET /wp-json/wc/v3/products/categories", { query: { per_page: 100 } }),
  attributes: () => call("GET /wp-json/wc/v3/products/attributes", {}),
  terms: (id: number, query: CallQuery<"GET /wp-json/wc/v3/products/attributes/{attribute_id}/terms"> = {}) =>
    call("GET /wp-json/wc/v3/products/attributes/{attribute_id}/terms", {
      path: { attribute_id: id },
      query: { ...query, per_page: 100 },
    }),
  products: (query: CallQuery<"GET /wp-json/wc/v3/products"> = {}) => call("GET /wp-json/wc/v3/products", { query }),
  product: (id: number) => call("GET /wp-json/wc/v3/products/{id}", { path: { id } }),
  variations: (id: number) =>
    call("GET /wp-json/wc/v3/products/{product_id}/variations", {
      path: { product_id: id },
      query: { per_page: 100 },
    }),
});

const accountRequests = (call: CallEndpoint) => ({
  wishlist: () => call("GET /wp-json/custom-favorites/v1/list", {}),
  addToWishlist: (product_id: number) => call("POST /wp-json/custom-favorites/v1/add", { body: { product_id } }),
  removeFromWishlist: (product_id: number) =>
    call("POST /wp-json/custom-favorites/v1/remove", { body: { product_id } }),
  checkAuth: () => call("GET /wp-json/custom-auth/v1/check-auth", {}),
  login: (body: Login) => call("POST /wp-json/custom-auth/v1/login", { body }),
  register: (body: Register) => call("POST /wp-json/custom-auth/v1/register", { body }),
  logout: () => call("POST /wp-json/custom-auth/v1/logout", {}),
  saveProfile: (body: ProfileChange) => call("PUT /wp-json/custom-auth/v1/profile", { body }),
  personalData: () => call("GET /wp-json/custom-auth/v1/personal-data", {}),
  cancelEmailChange: () => call("DELETE /wp-json/custom-auth/v1/email-change", {}),
  deleteAccount: (password: string) => call("POST /wp-json/custom-auth/v1/delete-account", { body: { password } }),
  requestPasswordReset: (email: string) => call("POST /wp-json/custom/v1/request-password-reset", { body: { email } }),
  resetPassword: (body: CallBody<"POST /wp-json/custom/v1/reset-password">) =>
    call("POST /wp-json/custom/v1/reset-password", { body }),
  subscribe: (email: string) => call("POST /wp-json/custom/v1/newsletter", { body: { email } }),
});

const cartRequests = (call: CallEndpoint) => ({
  cart: () => call("GET /wp-json/custom-cart/v1/view", {}),
  addToCart: (body: AddToCart) => call("POST /wp-json/custom-cart/v1/add", { body }),
  updateCart: (cart_item_key: string, quantity: number) =>
    call("POST /wp-json/custom-cart/v1/update", { body: { cart_item_key, quantity } }),
  removeFromCart: (cart_item_key: string) => call("POST /wp-json/custom-cart/v1/remove", { body: { cart_item_key } }),
  clearCart: (keys: readonly string[]) =>
    call("POST /wp-json/custom-cart/v1/clear", { body: { cart_item_keys: [...keys] } }),
});

const checkoutRequests = (call: CallEndpoint) => ({
  placeCodOrder: (body: PlaceCodOrder, key: string) => call("POST /wp-json/wc/v3/orders", { body, ...idempotent(key) }),
  createPayment: (method: OnlineMethod, body: CreatePayment, key: string) =>
    call(`POST ${onlineMethodOf(method).createPaymentPath}`, { body, ...idempotent(key) }),
  paymentState: (order_id: number) =>
    call("POST /wp-json/lianne-vnpay/v1/payment-callback", { body: { order_id }, timeoutMs: callbackTimeoutMs }),
  order: (id: number) => call("GET /wp-json/wc/v3/orders/{id}", { path: { id } }),
  orderHistory: (customer_id: number, page: number) =>
    call("GET /wp-json/custom/v1/order-data", { query: { customer_id, page } }),
  shippingCost: (query: CallQuery<"GET /wp-json/ghn/v1/shipping-cost">) =>
    call("GET /wp-json/ghn/v1/shipping-cost", { query }),
});

const addressRequests = (call: CallEndpoint) => ({
  provinces: () => call("GET /shiip/public-api/master-data/province", {}),
  districts: (provinceId: number) =>
    call("GET /shiip/public-api/master-data/district", { query: { province_id: String(provinceId) } }),
  wards: (districtId: number) =>
    call("GET /shiip/public-api/master-data/ward", { query: { district_id: String(districtId) } }),
});

/**
 * Typed client of the store's API, for browser and server. Every method resolves to a {@link StoreResult}; none throws.
 * Queries, bodies and responses are typed by the endpoint table. Timeouts: 30 s, payment callback 15 s.
 */
export const storeClient = (transport: Transport, options: StoreClientOptions) => {
  const call = createCaller(transport, options);
  return {
    content: (language: Language) => call("GET /wp-json/custom-lang/v1/content/{lang}", { path: { lang: language } }),
    ...catalogRequests(call),
    ...accountRequests(call),
    ...cartRequests(call),
    ...checkoutRequests(call),
    ...addressRequests(call),
  };
};
export type StoreClient = ReturnType<typeof storeClient>;
