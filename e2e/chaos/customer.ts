import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type RemoteResponse, RemoteVisitor } from "../kit/remote-visitor.ts";
import { requestAny, type ShopPool, NoResponseError, type Shop } from "./shop-pool.ts";
import { lineItemsOf, type SaleItem, type RequestedItem } from "./sale-items.ts";

/** An order that the shop has acknowledged. */
export interface AcknowledgedOrder {
  id: number;
  key: string;
  requested: readonly RequestedItem[];
}

const retryAfterMs = 100;
/** on a busy machine a shop may briefly take its database to be unavailable */
const maxTries = 10;
let customerCount = 0;

/** A customer: places cash orders and retries each under the same idempotency key until there is a response. */
export class Customer {
  readonly #pool: ShopPool;
  readonly #visitor: RemoteVisitor;
  /** in the order in which they were acknowledged */
  readonly acknowledged: AcknowledgedOrder[] = [];
  /** requests that got no response */
  lostResponses = 0;

  constructor(pool: ShopPool, storefrontKey: string) {
    this.#pool = pool;
    this.#visitor = new RemoteVisitor(storefrontKey);
  }

  async register(): Promise<void> {
    const username = `chaos_${++customerCount}`;
    const phone = `09${String(customerCount).padStart(8, "0")}`;
    const account = { username, email: `${username}@example.com`, phone };
    await this.#visitor.register(async (path, body) => (await this.#post(path, body)).body, account);
  }

  /** Places an order, with as many tries as it takes. */
  async order(items: readonly SaleItem[]): Promise<void> {
    const { key, requested } = { key: randomUUID(), requested: this.#choose(items) };
    for (;;) {
      try {
        return await this.#orderOnce(key, requested);
      } catch (error) {
        // an error status is a response; after a broken connection it is unknown whether the order was placed
        if (!(error instanceof NoResponseError)) throw error;
        this.lostResponses++;
        await pause(retryAfterMs);
      }
    }
  }

  /**
   * Places an order at one shop. The shop must accept it while it reports that it is ready; as that report may be out
   * of date for a moment, a few tries may fail.
   */
  async orderAt(shop: Shop, items: readonly SaleItem[], untilReady: () => Promise<void>): Promise<void> {
    const { key, requested } = { key: randomUUID(), requested: this.#choose(items) };
    for (let left = maxTries; ; left--) {
      await untilReady();
      try {
        return await this.#orderOnce(key, requested, { ...this.#pool, shops: [shop] });
      } catch (error) {
        if (left === 1 || !(error instanceof NoResponseError)) throw error;
        await pause(retryAfterMs);
      }
    }
  }

  /** An order, as the shop shows it to this customer. */
  async readOrder(id: number): Promise<{ status: number; body: OrderResponse }> {
    const path = `/wp-json/wc/v3/orders/${id}`;
    const { status, body } = await requestAny(this.#pool, (url) => this.#visitor.call(`${url}${path}`, "GET"));
    return { status, body: body as OrderResponse };
  }

  #choose(items: readonly SaleItem[]): RequestedItem[] {
    const { chance } = this.#pool;
    const first = chance.between(0, items.length - 1);
    return Array.from({ length: chance.between(1, 3) }, (_, index) => ({
      item: items[(first + index) % items.length] as SaleItem,
      quantity: chance.between(1, 2),
    }));
  }

  async #orderOnce(key: string, requested: readonly RequestedItem[], pool = this.#pool): Promise<void> {
    const { body } = await this.#post("/wp-json/wc/v3/orders", orderBody(requested), { "idempotency-key": key }, pool);
    this.acknowledged.push({ id: (body as OrderResponse).id, key, requested });
  }

  /** @throws NoResponseError, or an error if the shop refused the request */
  async #post(
    path: string,
    sent: unknown,
    headers: Record<string, string> = {},
    pool = this.#pool,
  ): Promise<RemoteResponse> {
    const response = await requestAny(pool, (url) => this.#visitor.call(`${url}${path}`, "POST", sent, headers));
    if (response.status >= 300) throw new Error(`${path} responded with ${response.status}: ${response.text}`);
    return response;
  }
}

export interface OrderResponse {
  id: number;
  line_items: { product_id: number; variation_id: number; quantity: number }[];
}

const orderBody = (requested: readonly RequestedItem[]) => ({
  payment_method: "cod",
  line_items: lineItemsOf(requested),
  billing: { first_name: "Ngọc", last_name: "Trần", email: "ngoc@example.com", phone: "0912345678", country: "VN" },
  shipping_lines: [{ method_id: "local_pickup" }],
});
