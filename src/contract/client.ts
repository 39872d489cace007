import type { AddToCart, Cart } from "./cart.ts";
import type {
  Attribute,
  Category,
  CategoryListQuery,
  FilteredListQuery,
  Product,
  ProductList,
  SearchQuery,
  Term,
  Variation,
} from "./catalog.ts";
import type { ContentAnswer } from "./content.ts";
import type { AuthAnswer, CheckAuth, Done, Login, ProfileChange, Register } from "./customer.ts";
import type { Language } from "./language.ts";
import type { GhnDistrict, GhnProvince, GhnWard } from "./location.ts";
import type {
  CreatePayment,
  OrderHistory,
  PaymentCreated,
  PaymentState,
  PlaceCodOrder,
  RemoteOrder,
  ShippingCost,
  ShippingCostQuery,
} from "./order.ts";
import type { Problem } from "./problem.ts";
import type { Wishlist, WishlistChanged } from "./wishlist.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Query = Record<string, string | number | boolean | undefined>;

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

const withQuery = (path: string, query: Query = {}): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  if (pairs.length === 0) return path;
  return `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`;
};

interface CallOptions {
  query?: object | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

const caller = (transport: Transport, fixedHeaders: Record<string, string>) =>
  async function call<T>(
    method: Method,
    path: string,
    { query, body, headers, timeoutMs = requestTimeoutMs }: CallOptions = {},
  ): Promise<Answer<T>> {
    let response: StoreResponse;
    try {
      response = await transport({
        method,
        url: withQuery(path, query as Query),
        timeoutMs,
        headers: { ...fixedHeaders, ...headers },
        ...(body === undefined ? {} : { body }),
      });
    } catch {
      return { ok: false, status: 0, network: true, problem: noAnswer };
    }
    const { status } = response;
    if (status >= 200 && status < 300 && response.body !== null) {
      const total = response.header("x-wp-total");
      return { ok: true, data: response.body as T, ...(total === null ? {} : { total: Number(total) }) };
    }
    return {
      ok: false,
      status,
      network: false,
      problem: isProblem(response.body) ? response.body : unreadable(status),
    };
  };

interface Envelope<Row> {
  code: number;
  message: string;
  data: Row[] | null;
}

export interface StoreClientOptions {
  /** language of names, descriptions and sentences */
  lang: Language;
  /** sent with each request; the storefront key and, on the server, the visitor's cookie */
  headers?: Record<string, string>;
}

/**
 * The one typed client of the store, for browser and server. Every call resolves to an {@link Answer}; none throws.
 * Time-outs: 30 s, the payment callback 15 s.
 */
export const storeClient = (transport: Transport, { lang, headers = {} }: StoreClientOptions) => {
  const call = caller(transport, headers);
  const get = <T>(path: string, query?: object, options?: CallOptions) => call<T>("GET", path, { query, ...options });
  const post = <T>(path: string, body: object = {}, options?: CallOptions) =>
    call<T>("POST", path, { body, query: { lang }, ...options });
  const idempotent = (key: string) => ({ headers: { "idempotency-key": key } });

  return {
    content: (language: Language) => get<ContentAnswer>(`/wp-json/custom-lang/v1/content/${language}`),

    categoryList: (query: Omit<CategoryListQuery, "lang">) =>
      get<ProductList>("/wp-json/product-category/v1/list/", { ...query, lang }),
    filteredList: (query: Omit<FilteredListQuery, "lang">) =>
      get<ProductList>("/wp-json/custom/v1/products/", { ...query, lang }),
    search: (query: Omit<SearchQuery, "lang">, options?: CallOptions) =>
      get<ProductList>("/wp-json/custom-search/v1/products", { ...query, lang }, options),
    categories: () => get<Category[]>("/wp-json/wc/v3/products/categories", { per_page: 100, lang }),
    attributes: () => get<Attribute[]>("/wp-json/wc/v3/products/attributes", { lang }),
    terms: (attributeId: number, query: Query = {}) =>
      get<Term[]>(`/wp-json/wc/v3/products/attributes/${attributeId}/terms`, { ...query, per_page: 100, lang }),
    products: (query: Query = {}) => get<Product[]>("/wp-json/wc/v3/products", { ...query, lang }),
    product: (id: number) => get<Product>(`/wp-json/wc/v3/products/${id}`, { lang }),
    variations: (id: number) => get<Variation[]>(`/wp-json/wc/v3/products/${id}/variations`, { per_page: 100, lang }),

    wishlist: () => get<Wishlist>("/wp-json/custom-favorites/v1/list", { lang }),
    addToWishlist: (productId: number) =>
      post<WishlistChanged>("/wp-json/custom-favorites/v1/add", { product_id: productId }),
    removeFromWishlist: (productId: number) =>
      post<WishlistChanged>("/wp-json/custom-favorites/v1/remove", { product_id: productId }),

    checkAuth: () => get<CheckAuth>("/wp-json/custom-auth/v1/check-auth", { lang }),
    login: (body: Login) => post<AuthAnswer>("/wp-json/custom-auth/v1/login", body),
    register: (body: Register) => post<Done>("/wp-json/custom-auth/v1/register", body),
    logout: () => post<Done>("/wp-json/custom-auth/v1/logout"),
    saveProfile: (body: ProfileChange) =>
      call<AuthAnswer>("PUT", "/wp-json/custom-auth/v1/profile", { body, query: { lang } }),
    requestPasswordReset: (email: string) => post<Done>("/wp-json/custom/v1/request-password-reset", { email }),
    resetPassword: (body: { key: string; login: string; password: string; RePassword: string }) =>
      post<Done>("/wp-json/custom/v1/reset-password", body),
    subscribe: (email: string) => post<Done>("/wp-json/custom/v1/newsletter", { email }),

    cart: () => get<Cart>("/wp-json/custom-cart/v1/view", { lang }),
    addToCart: (body: AddToCart) => post<Cart>("/wp-json/custom-cart/v1/add", body),
    updateCart: (key: string, quantity: number) =>
      post<Cart>("/wp-json/custom-cart/v1/update", { cart_item_key: key, quantity }),
    removeFromCart: (key: string) => post<Cart>("/wp-json/custom-cart/v1/remove", { cart_item_key: key }),
    clearCart: (keys: readonly string[]) => post<Cart>("/wp-json/custom-cart/v1/clear", { cart_item_keys: keys }),

    placeCodOrder: (body: PlaceCodOrder, idempotencyKey: string) =>
      post<RemoteOrder>("/wp-json/wc/v3/orders", body, idempotent(idempotencyKey)),
    payByVnpay: (body: CreatePayment, idempotencyKey: string) =>
      post<PaymentCreated>("/wp-json/lianne-vnpay/v1/create-payment", body, idempotent(idempotencyKey)),
    payByPaypal: (body: CreatePayment, idempotencyKey: string) =>
      post<PaymentCreated>("/wp-json/lianne-paypal/v1/create-payment", body, idempotent(idempotencyKey)),
    paymentState: (orderId: number) =>
      post<PaymentState>(
        "/wp-json/lianne-vnpay/v1/payment-callback",
        { order_id: orderId },
        { timeoutMs: callbackTimeoutMs },
      ),
    order: (id: number) => get<RemoteOrder>(`/wp-json/wc/v3/orders/${id}`, { lang }),
    orderHistory: (customerId: number, page: number) =>
      get<OrderHistory>("/wp-json/custom/v1/order-data", { customer_id: customerId, page, lang }),
    shippingCost: (query: ShippingCostQuery) => get<ShippingCost>("/wp-json/ghn/v1/shipping-cost", query),

    provinces: () => get<Envelope<GhnProvince>>("/shiip/public-api/master-data/province"),
    districts: (provinceId: number) =>
      get<Envelope<GhnDistrict>>("/shiip/public-api/master-data/district", { province_id: provinceId }),
    wards: (districtId: number) =>
      get<Envelope<GhnWard>>("/shiip/public-api/master-data/ward", { district_id: districtId }),
  };
};
export type StoreClient = ReturnType<typeof storeClient>;
