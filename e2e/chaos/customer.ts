import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type RemoteResponse, RemoteVisitor } from "../kit/remote-visitor.ts";
import { requestAny, type Counter, NoResponseError, type Shop } from "./shop-pool.ts";
import { linesOf, type SaleItem, type Wanted } from "./requested-faults.ts";

/** An order that the shop has acknowledged. */
export interface Acknowledged {
  id: number;
  key: string;
  wanted: readonly Wanted[];
}

const insistAfterMs = 100;
/** on a busy machine a shop may briefly take its database to be unavailable */
const moments = 10;
let people = 0;

/** A customer: places cash orders and retries each under the same idempotency key until there is a response. */
export class Customer {
  readonly #counter: Counter;
  readonly #visitor: RemoteVisitor;
  /** in the order in which they were acknowledged */
  readonly acknowledged: Acknowledged[] = [];
  /** requests that got no response */
  cutOff = 0;

  constructor(counter: Counter, storefrontKey: string) {
    this.#counter = counter;
    this.#visitor = new RemoteVisitor(storefrontKey);
  }

  async register(): Promise<void> {
    const username = `chaos_${++people}`;
    const phone = `09${String(people).padStart(8, "0")}`;
    const account = { username, email: `${username}@example.com`, phone };
    await this.#visitor.register(async (path, body) => (await this.#post(path, body)).body, account);
  }

  /** Places an order, with as many tries as it takes. */
  async order(items: readonly SaleItem[]): Promise<void> {
    const { key, wanted } = { key: randomUUID(), wanted: this.#choose(items) };
    for (;;) {
      try {
        return await this.#orderOnce(key, wanted);
      } catch (error) {
        // an error status is a response; after a broken connection it is unknown whether the order was placed
        if (!(error instanceof NoResponseError)) throw error;
        this.cutOff++;
        await pause(insistAfterMs);
      }
    }
  }

  /**
   * Orders at one shop, which has to accept the order whenever it reports that it is ready, apart from a few moments in
   * which that report is out of date.
   */
  async orderAt(shop: Shop, items: readonly SaleItem[], untilReady: () => Promise<void>): Promise<void> {
    const { key, wanted } = { key: randomUUID(), wanted: this.#choose(items) };
    for (let left = moments; ; left--) {
      await untilReady();
      try {
        return await this.#orderOnce(key, wanted, { ...this.#counter, shops: [shop] });
      } catch (error) {
        if (left === 1 || !(error instanceof NoResponseError)) throw error;
        await pause(insistAfterMs);
      }
    }
  }

  /** An order, as the shop shows it to this customer. */
  async look(id: number): Promise<{ status: number; body: OrderResponse }> {
    const path = `/wp-json/wc/v3/orders/${id}`;
    const { status, body } = await requestAny(this.#counter, (url) => this.#visitor.call(`${url}${path}`, "GET"));
    return { status, body: body as OrderResponse };
  }

  #choose(items: readonly SaleItem[]): Wanted[] {
    const { chance } = this.#counter;
    const first = chance.between(0, items.length - 1);
    return Array.from({ length: chance.between(1, 3) }, (_, index) => ({
      item: items[(first + index) % items.length] as SaleItem,
      quantity: chance.between(1, 2),
    }));
  }

  async #orderOnce(key: string, wanted: readonly Wanted[], counter = this.#counter): Promise<void> {
    const { body } = await this.#post("/wp-json/wc/v3/orders", orderBody(wanted), { "idempotency-key": key }, counter);
    this.acknowledged.push({ id: (body as OrderResponse).id, key, wanted });
  }

  /** @throws NoAnswer, or an error if the shop refused the request */
  async #post(
    path: string,
    sent: unknown,
    headers: Record<string, string> = {},
    counter = this.#counter,
  ): Promise<RemoteResponse> {
    const response = await requestAny(counter, (url) => this.#visitor.call(`${url}${path}`, "POST", sent, headers));
    if (response.status >= 300) throw new Error(`${path} answered ${response.status}: ${response.text}`);
    return response;
  }
}

export interface OrderResponse {
  id: number;
  line_items: { product_id: number; variation_id: number; quantity: number }[];
}

const orderBody = (wanted: readonly Wanted[]) => ({
  payment_method: "cod",
  line_items: linesOf(wanted),
  billing: { first_name: "Ngọc", last_name: "Trần", email: "ngoc@example.com", phone: "0912345678", country: "VN" },
  shipping_lines: [{ method_id: "local_pickup" }],
});
