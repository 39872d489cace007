import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { RemoteVisitor } from "../kit/remote-visitor.ts";
import { askAny, type Counter, NoAnswer } from "./shop-pool.ts";
import type { Piece } from "./requested-faults.ts";

interface CartAnswer {
  items: { cart_item_key: string; quantity: number }[];
}

const pauseMs = 100;
const most = 9;

/** A guest whose cart is changed continuously, and must always be as the last acknowledged change left it. */
export class BasketKeeper {
  readonly #counter: Counter;
  readonly #visitor: RemoteVisitor;
  #line = "";
  /** quantities that the cart may hold: the last acknowledged one, and those of later requests that got no response */
  #possible: number[] = [1];

  private constructor(counter: Counter, storefrontKey: string) {
    this.#counter = counter;
    this.#visitor = new RemoteVisitor(storefrontKey);
  }

  static async begin(counter: Counter, storefrontKey: string, pieces: readonly Piece[]): Promise<BasketKeeper> {
    const keeper = new BasketKeeper(counter, storefrontKey);
    const piece = counter.chance.of(pieces);
    const variation = piece.variationId ? { variation_id: piece.variationId } : {};
    const cart = await keeper.#ask("add", { product_id: piece.productId, ...variation, quantity: 1 });
    keeper.#line = cart.items[0]?.cart_item_key ?? "";
    return keeper;
  }

  /** @returns whether the shop responded */
  async change(): Promise<boolean> {
    const quantity = this.#counter.chance.between(1, most);
    try {
      const cart = await this.#ask("update", { cart_item_key: this.#line, quantity });
      expect(cart.items.map((line) => line.quantity)).toEqual([quantity]);
      this.#possible = [quantity];
      return true;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.#possible.push(quantity);
      return false;
    } finally {
      await pause(pauseMs);
    }
  }

  async expectKept(): Promise<void> {
    const cart = await this.#ask("view");
    expect(this.#possible).toContain(cart.items[0]?.quantity);
  }

  async #ask(call: string, body?: unknown): Promise<CartAnswer> {
    const answer = await askAny(this.#counter, (url) =>
      this.#visitor.call(`${url}/wp-json/custom-cart/v1/${call}`, body ? "POST" : "GET", body),
    );
    if (answer.status >= 300) throw new Error(`the cart answered ${answer.status}: ${answer.text}`);
    return answer.body as CartAnswer;
  }
}
