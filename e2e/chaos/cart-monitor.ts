import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { RemoteVisitor } from "../kit/remote-visitor.ts";
import { requestAny, type ShopPool, NoResponseError } from "./shop-pool.ts";
import type { SaleItem } from "./sale-items.ts";

interface CartResponse {
  items: { cart_item_key: string; quantity: number }[];
}

const pauseMs = 100;
const maxQuantity = 9;

/** A guest whose cart is changed continuously, and must always be as the last acknowledged change left it. */
export class CartMonitor {
  readonly #pool: ShopPool;
  readonly #visitor: RemoteVisitor;
  #line = "";
  /** quantities that the cart may hold: the last acknowledged one, and those of later requests that got no response */
  #possible: number[] = [1];

  private constructor(pool: ShopPool, storefrontKey: string) {
    this.#pool = pool;
    this.#visitor = new RemoteVisitor(storefrontKey);
  }

  static async start(pool: ShopPool, storefrontKey: string, items: readonly SaleItem[]): Promise<CartMonitor> {
    const monitor = new CartMonitor(pool, storefrontKey);
    const item = pool.chance.of(items);
    const variation = item.variationId ? { variation_id: item.variationId } : {};
    const cart = await monitor.#request("add", { product_id: item.productId, ...variation, quantity: 1 });
    monitor.#line = cart.items[0]?.cart_item_key ?? "";
    return monitor;
  }

  /** @returns whether the shop responded */
  async change(): Promise<boolean> {
    const quantity = this.#pool.chance.between(1, maxQuantity);
    try {
      const cart = await this.#request("update", { cart_item_key: this.#line, quantity });
      expect(cart.items.map((line) => line.quantity)).toEqual([quantity]);
      this.#possible = [quantity];
      return true;
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      this.#possible.push(quantity);
      return false;
    } finally {
      await pause(pauseMs);
    }
  }

  async expectStored(): Promise<void> {
    const cart = await this.#request("view");
    expect(this.#possible).toContain(cart.items[0]?.quantity);
  }

  async #request(call: string, body?: unknown): Promise<CartResponse> {
    const response = await requestAny(this.#pool, (url) =>
      this.#visitor.call(`${url}/wp-json/custom-cart/v1/${call}`, body ? "POST" : "GET", body),
    );
    if (response.status >= 300) throw new Error(`the cart responded with ${response.status}: ${response.text}`);
    return response.body as CartResponse;
  }
}
