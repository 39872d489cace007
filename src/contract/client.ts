import type { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import type { StoreCall } from "./endpoints/index.ts";
import type { AddToCart } from "./cart.ts";
import type { Login, ProfileChange, Register } from "./customer.ts";
import type { Language } from "./language.ts";
import type { PlaceCodOrder } from "./order.ts";
import type { CreatePayment } from "./payment.ts";
import type { Problem } from "./problem.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface StoreRequest {
  method: Method;
  /** path and query, from the site's root */
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
/** Carries one request to the store: `fetch` in the browser, a call inside the process on the server. Rejects when no answer came. */
export type Transport = (request: StoreRequest) => Promise<StoreResponse>;

/** An answer's body data, or the error body. `network` is true when no answer came at all. */
export type Answer<T> =
  | { ok: true; data: T; total?: number }
  | { ok: false; status: number; network: boolean; problem: Problem };

export const requestTimeoutMs = 30_000;
export const callbackTimeoutMs = 15_000;

const isProblem = (body: unknown): body is Problem =>
  typeof body === "object" && body !== null && "code" in body && "message" in body;

const noAnswer: Problem = { code: "network_error", message: "Network error", data: { status: 0 } };
const unreadable = (status: number): Problem => ({ code: "unexpected_answer", message: "", data: { status } });

const withQuery = (path: string, query: Record<string, unknown> = {}): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  if (pairs.length === 0) return path;
  return `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`;
};

/** A call of the table, by its method and path: `GET /wp-json/wc/v3/products/{id}`. */
type NameOf<C> = C extends Endpoint ? `${C["method"]} ${C["path"]}` : never;
type Name = NameOf<StoreCall>;
type Named<N extends Name, C = StoreCall> = C extends Endpoint ? (NameOf<C> extends N ? C : never) : never;

type InputOf<C, Part extends "query" | "body"> = C extends { [P in Part]: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : never;
/** A call's query, but for the language, which is the client's. */
type QueryOf<N extends Name> = Omit<InputOf<Named<N>, "query">, "lang">;
type BodyOf<N extends Name> = InputOf<Named<N>, "body">;
type DataOf<N extends Name> = Named<N> extends infer C ? (C extends Endpoint ? z.output<C["response"]> : never) : never;
type PathOf<Path> = Path extends `${string}{${infer One}}${infer Rest}`
  ? { [Key in One]: string | number } & PathOf<Rest>
  : unknown;

interface CallOptions {
  headers?: Record<string, string>;
  timeoutMs?: number;
}
type Asked<N extends Name> = CallOptions & {
  query?: QueryOf<N>;
  body?: BodyOf<N>;
} & (N extends `${string}{${string}` ? { path: PathOf<N> } : { path?: never });

const answerOf = async <T>(response: StoreResponse): Promise<Answer<T>> => {
  const { status, body } = response;
  if (status >= 200 && status < 300 && body !== null) {
    const total = response.header("x-wp-total");
    return { ok: true, data: body as T, ...(total === null ? {} : { total: Number(total) }) };
  }
  return { ok: false, status, network: false, problem: isProblem(body) ? body : unreadable(status) };
};

const caller =
  (transport: Transport, { lang, headers: fixedHeaders = {} }: StoreClientOptions) =>
  async <const N extends Name>(name: N, asked: Asked<N>): Promise<Answer<DataOf<N>>> => {
    const { query, body, headers, timeoutMs = requestTimeoutMs } = asked;
    const values = (asked.path ?? {}) as Record<string, string | number>;
    const [method, template = ""] = name.split(" ");
    const path = template.replaceAll(/\{(\w+)\}/g, (_whole, key: string) => encodeURIComponent(String(values[key])));
    try {
      const response = await transport({
        method: method as Method,
        // the carrier's paths know no language
        url: withQuery(path, path.startsWith("/wp-json/") ? { ...query, lang } : { ...query }),
        timeoutMs,
        headers: { ...fixedHeaders, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      return await answerOf(response);
    } catch {
      return { ok: false, status: 0, network: true, problem: noAnswer };
    }
  };

export interface StoreClientOptions {
  /** language of names, descriptions and sentences */
  lang: Language;
  /** sent with each request; the storefront key and, on the server, the visitor's cookie */
  headers?: Record<string, string>;
}

/**
 * The one typed client of the store, for browser and server. Every call resolves to an {@link Answer}; none throws.
 * Names, queries, bodies and answers are those of the table. Time-outs: 30 s, the payment callback 15 s.
 */
export const storeClient = (transport: Transport, options: StoreClientOptions) => {
  const call = caller(transport, options);
  const idempotent = (key: string) => ({ headers: { "idempotency-key": key } });
  const lists = {
    categoryList: (query: QueryOf<"GET /wp-json/product-category/v1/list/">) =>
      call("GET /wp-json/product-category/v1/list/", { query }),
    filteredList: (query: QueryOf<"GET /wp-json/custom/v1/products/">) =>
      call("GET /wp-json/custom/v1/products/", { query }),
    search: (query: QueryOf<"GET /wp-json/custom-search/v1/products">, options: CallOptions = {}) =>
      call("GET /wp-json/custom-search/v1/products", { query, ...options }),
  };
  const products = {
    categories: () => call("GET /wp-json/wc/v3/products/categories", { query: { per_page: 100 } }),
    attributes: () => call("GET /wp-json/wc/v3/products/attributes", {}),
    terms: (id: number, query: QueryOf<"GET /wp-json/wc/v3/products/attributes/{attribute_id}/terms"> = {}) =>
      call("GET /wp-json/wc/v3/products/attributes/{attribute_id}/terms", {
        path: { attribute_id: id },
        query: { ...query, per_page: 100 },
      }),
    products: (query: QueryOf<"GET /wp-json/wc/v3/products"> = {}) => call("GET /wp-json/wc/v3/products", { query }),
    product: (id: number) => call("GET /wp-json/wc/v3/products/{id}", { path: { id } }),
    variations: (id: number) =>
      call("GET /wp-json/wc/v3/products/{product_id}/variations", {
        path: { product_id: id },
        query: { per_page: 100 },
      }),
  };
  const account = {
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
    deleteAccount: (password: string) => call("POST /wp-json/custom-auth/v1/delete-account", { body: { password } }),
    requestPasswordReset: (email: string) =>
      call("POST /wp-json/custom/v1/request-password-reset", { body: { email } }),
    resetPassword: (body: BodyOf<"POST /wp-json/custom/v1/reset-password">) =>
      call("POST /wp-json/custom/v1/reset-password", { body }),
    subscribe: (email: string) => call("POST /wp-json/custom/v1/newsletter", { body: { email } }),
  };
  const cart = {
    cart: () => call("GET /wp-json/custom-cart/v1/view", {}),
    addToCart: (body: AddToCart) => call("POST /wp-json/custom-cart/v1/add", { body }),
    updateCart: (cart_item_key: string, quantity: number) =>
      call("POST /wp-json/custom-cart/v1/update", { body: { cart_item_key, quantity } }),
    removeFromCart: (cart_item_key: string) => call("POST /wp-json/custom-cart/v1/remove", { body: { cart_item_key } }),
    clearCart: (keys: readonly string[]) =>
      call("POST /wp-json/custom-cart/v1/clear", { body: { cart_item_keys: [...keys] } }),
  };
  const checkout = {
    placeCodOrder: (body: PlaceCodOrder, key: string) =>
      call("POST /wp-json/wc/v3/orders", { body, ...idempotent(key) }),
    payByVnpay: (body: CreatePayment, key: string) =>
      call("POST /wp-json/lianne-vnpay/v1/create-payment", { body, ...idempotent(key) }),
    payByPaypal: (body: CreatePayment, key: string) =>
      call("POST /wp-json/lianne-paypal/v1/create-payment", { body, ...idempotent(key) }),
    paymentState: (order_id: number) =>
      call("POST /wp-json/lianne-vnpay/v1/payment-callback", { body: { order_id }, timeoutMs: callbackTimeoutMs }),
    order: (id: number) => call("GET /wp-json/wc/v3/orders/{id}", { path: { id } }),
    orderHistory: (customer_id: number, page: number) =>
      call("GET /wp-json/custom/v1/order-data", { query: { customer_id, page } }),
    shippingCost: (query: QueryOf<"GET /wp-json/ghn/v1/shipping-cost">) =>
      call("GET /wp-json/ghn/v1/shipping-cost", { query }),
  };
  const addresses = {
    provinces: () => call("GET /shiip/public-api/master-data/province", {}),
    districts: (provinceId: number) =>
      call("GET /shiip/public-api/master-data/district", { query: { province_id: String(provinceId) } }),
    wards: (districtId: number) =>
      call("GET /shiip/public-api/master-data/ward", { query: { district_id: String(districtId) } }),
  };
  return {
    content: (language: Language) => call("GET /wp-json/custom-lang/v1/content/{lang}", { path: { lang: language } }),
    ...lists,
    ...products,
    ...account,
    ...cart,
    ...checkout,
    ...addresses,
  };
};
export type StoreClient = ReturnType<typeof storeClient>;
