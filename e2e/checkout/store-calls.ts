import type { APIResponse, Page } from "@playwright/test";
import type { Cart } from "#contract/cart.ts";
import type { Product, Variation } from "#contract/catalog.ts";
import type { CheckAuth } from "#contract/customer.ts";
import type { StoreOrder } from "#contract/order.ts";
import type { OrderHistory } from "#contract/order-history.ts";
import type { Lang } from "./translate.ts";

/** Direct requests to the store with the page's cookies and key: the true state, independent of the page. */
export class StoreCalls {
  readonly #page: Page;
  #key: string | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  product = (id: number) => this.#get<Product>(`/wp-json/wc/v3/products/${id}?lang=vi`);
  variations = (id: number, lang: Lang = "vi") =>
    this.#get<Variation[]>(`/wp-json/wc/v3/products/${id}/variations?per_page=100&lang=${lang}`);
  cart = () => this.#get<Cart>("/wp-json/custom-cart/v1/view");
  user = async () => (await this.#get<CheckAuth>("/wp-json/custom-auth/v1/check-auth")).user;
  order = (id: number) => this.#get<StoreOrder>(`/wp-json/wc/v3/orders/${id}`);

  /** The shipping cost to a ward, in whole đồng. */
  async shipping(districtId: number, wardCode: string, items: string): Promise<number> {
    const query = new URLSearchParams({ district_id: String(districtId), ward_code: wardCode, items });
    return (await this.#get<{ shipping_cost: number }>(`/wp-json/ghn/v1/shipping-cost?${query}`)).shipping_cost;
  }

  async history(page = 1): Promise<OrderHistory> {
    const { id } = (await this.user()) ?? {};
    return this.#get<OrderHistory>(`/wp-json/custom/v1/order-data?customer_id=${id}&page=${page}`);
  }

  /** Every order of the customer, newest first. */
  async allOrders(): Promise<OrderHistory["orders"]> {
    const { orders, total_pages } = await this.history();
    const others = Array.from({ length: total_pages - 1 }, (_, index) => this.history(index + 2));
    return [...orders, ...(await Promise.all(others)).flatMap((page) => page.orders)];
  }

  /** Adds an item to the cart and returns the key of its line. */
  async put(productId: number, variationId: number | null, quantity = 1): Promise<string> {
    const data = { product_id: productId, quantity, ...(variationId ? { variation_id: variationId } : {}) };
    const { items } = await this.#read<Cart>(await this.#page.request.post("/wp-json/custom-cart/v1/add", { data }));
    const line = items.find((item) => item.id === productId && item.variation_id === variationId);
    if (!line) throw new Error(`product ${productId} is not in the cart`);
    return line.cart_item_key;
  }

  /** Places a cash order by the customer's session. @returns its id */
  async placeCashOrder(data: object, idempotencyKey: string): Promise<number> {
    const headers = { authorization: await this.key(), "idempotency-key": idempotencyKey };
    const { id } = await this.#read<StoreOrder>(
      await this.#page.request.post("/wp-json/wc/v3/orders", { data, headers }),
    );
    return id;
  }

  /** The storefront's key, as an Authorization header. */
  async key(): Promise<string> {
    this.#key ??= await this.#findKey();
    return this.#key;
  }

  async #get<T>(path: string): Promise<T> {
    return this.#read<T>(await this.#page.request.get(path, { headers: { authorization: await this.key() } }));
  }

  async #findKey(): Promise<string> {
    const home = await (await this.#page.request.get("/")).text();
    const key = /name="storefront-key" content="([^"]+)"/.exec(home)?.[1] ?? "";
    return `Basic ${Buffer.from(key).toString("base64")}`;
  }

  async #read<T>(response: APIResponse): Promise<T> {
    if (!response.ok())
      throw new Error(`${response.url()} responded with ${response.status()}: ${await response.text()}`);
    return (await response.json()) as T;
  }
}
