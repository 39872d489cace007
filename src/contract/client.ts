import { type OnlineMethod, onlineMethodOf } from "./payment-methods/index.ts";
import type { AddressEntry } from "./address-book.ts";
import {
  type CallBody,
  type CallData,
  type CallInput,
  type CallOptions,
  type CallQuery,
  type EndpointName,
  fillPath,
  toProblem,
  withQuery,
} from "./call.ts";
import type { AddToCart } from "./cart.ts";
import type { Login, ProfileChange, Register } from "./customer.ts";
import type { Language } from "./language.ts";
import type { OrderLookup } from "./guest-order.ts";
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
  signal?: AbortSignal;
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

const networkProblem: Problem = { code: "network_error", message: "Network error", data: { status: 0 } };

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
    const { query, body, headers, timeoutMs = requestTimeoutMs, signal } = input;
    const [method, template = ""] = name.split(" ");
    const path = fillPath(template, input.path);
    try {
      const response = await transport({
        method: method as Method,
        // the carrier's endpoints take no language
        url: withQuery(path, path.startsWith("/wp-json/") ? { ...query, lang } : { ...query }),
        timeoutMs,
        headers: { ...fixedHeaders, ...headers },
        ...(body === undefined ? {} : { body }),
        ...(signal ? { signal } : {}),
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
  login: (body: Login, options: CallOptions = {}) => call("POST /wp-json/custom-auth/v1/login", { body, ...options }),
  register: (body: Register) => call("POST /wp-json/custom-auth/v1/register", { body }),
  logout: () => call("POST /wp-json/custom-auth/v1/logout", {}),
  saveProfile: (body: ProfileChange) => call("PUT /wp-json/custom-auth/v1/profile", { body }),
  personalData: () => call("GET /wp-json/custom-auth/v1/personal-data", {}),
  cancelEmailChange: () => call("DELETE /wp-json/custom-auth/v1/email-change", {}),
  addressBook: () => call("GET /wp-json/custom-auth/v1/addresses", {}),
  addAddress: (body: AddressEntry) => call("POST /wp-json/custom-auth/v1/addresses", { body }),
  changeBookAddress: (id: number, body: AddressEntry) =>
    call("PUT /wp-json/custom-auth/v1/addresses/{id}", { path: { id }, body }),
  removeAddress: (id: number) => call("DELETE /wp-json/custom-auth/v1/addresses/{id}", { path: { id } }),
  requestVerification: () => call("POST /wp-json/custom-auth/v1/verification-email", {}),
  deleteAccount: (password: string) => call("POST /wp-json/custom-auth/v1/delete-account", { body: { password } }),
  requestPasswordReset: (email: string) => call("POST /wp-json/custom/v1/request-password-reset", { body: { email } }),
  resetPassword: (body: CallBody<"POST /wp-json/custom/v1/reset-password">) =>
    call("POST /wp-json/custom/v1/reset-password", { body }),
  subscribe: (email: string) => call("POST /wp-json/custom/v1/newsletter", { body: { email } }),
  orderHistory: (customer_id: number, page: number) =>
    call("GET /wp-json/custom/v1/order-data", { query: { customer_id, page } }),
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
  linkedOrder: (order_id: number, token: string) =>
    call("POST /wp-json/lianne-orders/v1/link", { body: { order_id, token } }),
  lookUpOrder: (body: OrderLookup) => call("POST /wp-json/lianne-orders/v1/lookup", { body }),
  saveOrder: (order_id: number, password: string) =>
    call("POST /wp-json/lianne-orders/v1/save", { body: { order_id, password } }),
  claimOrder: (body: CallBody<"POST /wp-json/lianne-orders/v1/claim">) =>
    call("POST /wp-json/lianne-orders/v1/claim", { body }),
  claimableOrders: () => call("GET /wp-json/lianne-orders/v1/claimable", {}),
  claimOrders: () => call("POST /wp-json/lianne-orders/v1/claimable", {}),
  paymentState: (order_id: number) =>
    call("POST /wp-json/lianne-vnpay/v1/payment-callback", { body: { order_id }, timeoutMs: callbackTimeoutMs }),
  order: (id: number) => call("GET /wp-json/wc/v3/orders/{id}", { path: { id } }),
  bankPayment: (order_id: number, key: string | undefined) =>
    call("GET /wp-json/lianne-bank/v1/payments/{order_id}", {
      path: { order_id },
      query: { key },
      timeoutMs: callbackTimeoutMs,
    }),
  checkBankPayment: (order_id: number, key: string | undefined) =>
    call("POST /wp-json/lianne-bank/v1/payments/{order_id}/check", { path: { order_id }, body: { key } }),
  linkBankPayment: (order_id: number, key: string | undefined) =>
    call("POST /wp-json/lianne-bank/v1/payments/{order_id}/link", { path: { order_id }, body: { key } }),
  saveRefundAccount: (
    order_id: number,
    body: CallBody<"PUT /wp-json/lianne-bank/v1/payments/{order_id}/refund-account">,
  ) => call("PUT /wp-json/lianne-bank/v1/payments/{order_id}/refund-account", { path: { order_id }, body }),
  cancelOwnOrder: (order_id: number, body: CallBody<"POST /wp-json/lianne-orders/v1/orders/{order_id}/cancel">) =>
    call("POST /wp-json/lianne-orders/v1/orders/{order_id}/cancel", { path: { order_id }, body }),
  changeRecipient: (order_id: number, body: CallBody<"PUT /wp-json/lianne-orders/v1/orders/{order_id}/recipient">) =>
    call("PUT /wp-json/lianne-orders/v1/orders/{order_id}/recipient", { path: { order_id }, body }),
  quoteAddress: (
    order_id: number,
    body: CallBody<"POST /wp-json/lianne-orders/v1/orders/{order_id}/address-quote">,
    options: CallOptions = {},
  ) => call("POST /wp-json/lianne-orders/v1/orders/{order_id}/address-quote", { path: { order_id }, body, ...options }),
  changeAddress: (order_id: number, body: CallBody<"PUT /wp-json/lianne-orders/v1/orders/{order_id}/address">) =>
    call("PUT /wp-json/lianne-orders/v1/orders/{order_id}/address", { path: { order_id }, body }),
  changeOption: (
    path: { order_id: number; line_id: number },
    body: CallBody<"PUT /wp-json/lianne-orders/v1/orders/{order_id}/lines/{line_id}/option">,
  ) => call("PUT /wp-json/lianne-orders/v1/orders/{order_id}/lines/{line_id}/option", { path, body }),
  payChange: (order_id: number) =>
    call("POST /wp-json/lianne-orders/v1/orders/{order_id}/change/payment", { path: { order_id } }),
  discardChange: (
    order_id: number,
    body: CallBody<"POST /wp-json/lianne-orders/v1/orders/{order_id}/change/discard">,
  ) => call("POST /wp-json/lianne-orders/v1/orders/{order_id}/change/discard", { path: { order_id }, body }),
  changePaymentMethod: (
    order_id: number,
    body: CallBody<"POST /wp-json/lianne-orders/v1/orders/{order_id}/payment">,
    key: string,
  ) =>
    call("POST /wp-json/lianne-orders/v1/orders/{order_id}/payment", { path: { order_id }, body, ...idempotent(key) }),
  resendOrderEmail: (order_id: number) =>
    call("POST /wp-json/lianne-orders/v1/orders/{order_id}/resend-email", { path: { order_id } }),
  shippingCost: (query: CallQuery<"GET /wp-json/ghn/v1/shipping-cost">) =>
    call("GET /wp-json/ghn/v1/shipping-cost", { query }),
  deliveryPromise: (query: CallQuery<"GET /wp-json/custom/v1/delivery-promise">) =>
    call("GET /wp-json/custom/v1/delivery-promise", { query }),
});

const addressRequests = (call: CallEndpoint) => ({
  provinces: () => call("GET /shiip/public-api/master-data/province", {}),
  districts: (provinceId: number) =>
    call("GET /shiip/public-api/master-data/district", { query: { province_id: String(provinceId) } }),
  addressSearch: (q: string, options: CallOptions = {}) =>
    call("GET /wp-json/custom/v1/address-search", { query: { q }, ...options }),
  addressUnits: (query: CallQuery<"GET /wp-json/custom/v1/address-units">) =>
    call("GET /wp-json/custom/v1/address-units", { query }),
  addressBridge: (body: CallBody<"POST /wp-json/custom/v1/address-bridge">, options: CallOptions = {}) =>
    call("POST /wp-json/custom/v1/address-bridge", { body, ...options }),
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
    // for what few pages call: its name is in their code instead of every page's
    call,
    content: (language: Language) => call("GET /wp-json/custom-lang/v1/content/{lang}", { path: { lang: language } }),
    ...catalogRequests(call),
    ...accountRequests(call),
    ...cartRequests(call),
    ...checkoutRequests(call),
    ...addressRequests(call),
  };
};
export type StoreClient = ReturnType<typeof storeClient>;
