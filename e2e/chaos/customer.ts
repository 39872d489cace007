import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type RemoteAnswer, RemoteVisitor } from "../kit/remote-visitor.ts";
import { askAny, type Counter, NoAnswer, type Shop } from "./shop-pool.ts";
import { linesOf, type Piece, type Wanted } from "./requested-faults.ts";

/** An order that the shop has said yes to. */
export interface Acknowledged {
  id: number;
  key: string;
  wanted: readonly Wanted[];
}

const insistAfterMs = 100;
/** a machine that others are busy on has its moments, in which a shop believes its database to be away */
const moments = 10;
let people = 0;

/** A customer who orders for cash, and insists: the same key until there is an answer. */
export class Customer {
  readonly #counter: Counter;
  readonly #visitor: RemoteVisitor;
  /** orders in the order of their being acknowledged */
  readonly acknowledged: Acknowledged[] = [];
  /** calls that ended without an answer */
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

  /** Orders something, however often it takes. */
  async order(pieces: readonly Piece[]): Promise<void> {
    const { key, wanted } = { key: randomUUID(), wanted: this.#choose(pieces) };
    for (;;) {
      try {
        return await this.#orderOnce(key, wanted);
      } catch (error) {
        // a refusal is an answer; a broken connection says nothing of what became of the order
        if (!(error instanceof NoAnswer)) throw error;
        this.cutOff++;
        await pause(insistAfterMs);
      }
    }
  }

  /** Orders at one shop, which is to say yes each time that it says it is ready; it may be wrong about that now and then. */
  async orderAt(shop: Shop, pieces: readonly Piece[], untilReady: () => Promise<void>): Promise<void> {
    const { key, wanted } = { key: randomUUID(), wanted: this.#choose(pieces) };
    for (let left = moments; ; left--) {
      await untilReady();
      try {
        return await this.#orderOnce(key, wanted, { ...this.#counter, shops: [shop] });
      } catch (error) {
        if (left === 1 || !(error instanceof NoAnswer)) throw error;
        await pause(insistAfterMs);
      }
    }
  }

  /** What the shop shows this customer of an order. */
  async look(id: number): Promise<{ status: number; body: OrderAnswer }> {
    const path = `/wp-json/wc/v3/orders/${id}`;
    const { status, body } = await askAny(this.#counter, (url) => this.#visitor.call(`${url}${path}`, "GET"));
    return { status, body: body as OrderAnswer };
  }

  #choose(pieces: readonly Piece[]): Wanted[] {
    const { chance } = this.#counter;
    const first = chance.between(0, pieces.length - 1);
    return Array.from({ length: chance.between(1, 3) }, (_, index) => ({
      piece: pieces[(first + index) % pieces.length] as Piece,
      quantity: chance.between(1, 2),
    }));
  }

  async #orderOnce(key: string, wanted: readonly Wanted[], counter = this.#counter): Promise<void> {
    const { body } = await this.#post("/wp-json/wc/v3/orders", orderBody(wanted), { "idempotency-key": key }, counter);
    this.acknowledged.push({ id: (body as OrderAnswer).id, key, wanted });
  }

  /** @throws NoAnswer, or what says that the shop refused */
  async #post(
    path: string,
    sent: unknown,
    headers: Record<string, string> = {},
    counter = this.#counter,
  ): Promise<RemoteAnswer> {
    const answer = await askAny(counter, (url) => this.#visitor.call(`${url}${path}`, "POST", sent, headers));
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer;
  }
}

export interface OrderAnswer {
  id: number;
  line_items: { product_id: number; variation_id: number; quantity: number }[];
}

const orderBody = (wanted: readonly Wanted[]) => ({
  payment_method: "cod",
  line_items: linesOf(wanted),
  billing: { first_name: "Ngọc", last_name: "Trần", email: "ngoc@example.com", phone: "0912345678", country: "VN" },
  shipping_lines: [{ method_id: "local_pickup" }],
});
