import { randomUUID } from "node:crypto";
import { lineItemsOf, type RequestedItem } from "../chaos/sale-items.ts";
import type { SeededRandom } from "../kit/seeded-random.ts";
import { type RemoteResponse, RemoteVisitor } from "../kit/remote-visitor.ts";
import type { ToPay } from "./payers.ts";
import type { Method } from "./plan.ts";
import type { Shops } from "./shops.ts";

export interface ShopResponse extends RemoteResponse {
  body: {
    order_id?: number;
    id?: number;
    payment_url?: string;
    code?: string;
    missing?: number;
    pay_to?: { content: string } | null;
  };
}

let shopperCount = 0;

const name = { first_name: "Ngọc", last_name: "Trần" };
const place = { address_1: "12 Nguyễn Huệ", city: "Thành phố Hồ Chí Minh", country: "VN" };

const createsPayment = { vnpay_visa: "lianne-vnpay", paypal: "lianne-paypal", bacs: "lianne-bank" } as const;

/** A customer: orders, pays and returns, at any running process of the shop. */
export class Shopper {
  readonly #shops: Shops;
  readonly #visitor: RemoteVisitor;
  readonly #chance: SeededRandom;
  #person = { email: "", phone: "" };
  /** requests that got no response */
  lostResponses = 0;

  constructor(shops: Shops, storefrontKey: string, chance: SeededRandom) {
    this.#shops = shops;
    this.#visitor = new RemoteVisitor(storefrontKey);
    this.#chance = chance;
  }

  async register(): Promise<void> {
    const username = `payer_${++shopperCount}`;
    this.#person = { email: `${username}@example.com`, phone: `09${String(70_000_000 + shopperCount)}` };
    await this.#visitor.register((path, body) => this.#retry("POST", path, body), { username, ...this.#person });
  }

  /** Sends the order form, with the same idempotency key until there is a response. */
  submit(method: Method, items: readonly RequestedItem[]): Promise<ShopResponse> {
    const headers = { "idempotency-key": randomUUID() };
    if (method === "cod") return this.#retry("POST", "/wp-json/wc/v3/orders", this.#cashOrder(items), headers);
    return this.#retry(
      "POST",
      `/wp-json/${createsPayment[method]}/v1/create-payment`,
      this.#payment(method, items),
      headers,
    );
  }

  /** Reads the page that a bank transfer is paid from. @returns null if the order is not to be paid by transfer any more */
  async readBankPage(orderId: number): Promise<ToPay | null> {
    const { status, body } = await this.#retry("GET", `/wp-json/lianne-bank/v1/payments/${orderId}`);
    if (status !== 200) throw new Error(`The payment page of order ${orderId} got the response ${status}`);
    return body.pay_to && body.missing ? { content: body.pay_to.content, missing: body.missing } : null;
  }

  /** Follows the gateway's redirect once: a browser that cannot connect gives up. */
  async returnFromGateway(returnUrl: string): Promise<ShopResponse | null> {
    const { pathname, search } = new URL(returnUrl);
    try {
      return await this.#call(await this.#shops.address(this.#chance), "GET", pathname + search);
    } catch {
      this.lostResponses++;
      return null;
    }
  }

  #cashOrder(items: readonly RequestedItem[]) {
    return {
      payment_method: "cod",
      line_items: lineItemsOf(items),
      billing: { ...name, ...place, ...this.#person },
      shipping_lines: [{ method_id: "local_pickup" }],
    };
  }

  #payment(method: Method, items: readonly RequestedItem[]) {
    return {
      payment_method: method,
      items: lineItemsOf(items),
      customer: { ...name, ...this.#person },
      billing_address: { ...name, ...place, ...this.#person },
      shipping_lines: [{ method_id: "local_pickup" }],
    };
  }

  async #retry(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ShopResponse> {
    for (;;) {
      const shop = await this.#shops.address(this.#chance);
      try {
        return await this.#call(shop, method, path, body, headers);
      } catch {
        // after a broken connection it is unknown whether the request was carried out
        this.lostResponses++;
      }
    }
  }

  /** @throws the error of a broken connection */
  async #call(
    shop: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ShopResponse> {
    return (await this.#visitor.call(`${shop}${path}`, method, body, headers)) as ShopResponse;
  }
}
