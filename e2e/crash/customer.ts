import { randomInt, randomUUID } from "node:crypto";
import { RemoteVisitor } from "./remote-visitor.ts";
import { linesOf, type Piece, type Wanted } from "./wanted.ts";

/** An order that the shop has said yes to. */
export interface Acknowledged {
  id: number;
  key: string;
  wanted: readonly Wanted[];
}

/** Open while the shop is up; whoever was cut off waits here. */
export interface Gate {
  up: Promise<void>;
}

let people = 0;

/** A customer who orders for cash, one order after another, and insists: the same key until there is an answer. */
export class Customer {
  readonly #url: string;
  readonly #gate: Gate;
  readonly #visitor: RemoteVisitor;
  /** orders in the order of their being acknowledged */
  readonly acknowledged: Acknowledged[] = [];
  /** calls that ended without an answer */
  cutOff = 0;

  constructor(url: string, storefrontKey: string, gate: Gate) {
    this.#url = url;
    this.#gate = gate;
    this.#visitor = new RemoteVisitor(storefrontKey);
  }

  async register(): Promise<void> {
    const username = `crash_${++people}`;
    const phone = `09${String(people).padStart(8, "0")}`;
    const account = { username, email: `${username}@example.com`, phone };
    await this.#visitor.register((path, body) => this.#post(path, body), account);
  }

  /** Orders until told otherwise. `heard` is called after each acknowledgement. */
  async shop(pieces: readonly Piece[], isOver: () => boolean, heard: () => void): Promise<void> {
    while (!isOver()) {
      await this.#gate.up;
      this.acknowledged.push(await this.#order(pieces));
      heard();
    }
  }

  /** What the shop shows this customer of an order. */
  async look(id: number): Promise<{ status: number; body: OrderAnswer }> {
    const { status, body } = await this.#visitor.call(`${this.#url}/wp-json/wc/v3/orders/${id}`, "GET");
    return { status, body: body as OrderAnswer };
  }

  async #order(pieces: readonly Piece[]): Promise<Acknowledged> {
    const count = randomInt(1, 4);
    const first = randomInt(pieces.length);
    const wanted = Array.from({ length: count }, (_, index) => ({
      piece: pieces[(first + index) % pieces.length] as Piece,
      quantity: randomInt(1, 3),
    }));
    const key = randomUUID();
    for (;;) {
      try {
        const order = await this.#post("/wp-json/wc/v3/orders", orderBody(wanted), { "idempotency-key": key });
        return { id: (order as OrderAnswer).id, key, wanted };
      } catch (error) {
        // a refusal is an answer; a broken connection says nothing of what became of the order
        if (error instanceof Refused) throw error;
        this.cutOff++;
        await this.#gate.up;
      }
    }
  }

  /** @throws Refused, or whatever a broken connection throws */
  async #post(path: string, sent: unknown, headers: Record<string, string> = {}): Promise<unknown> {
    const { status, body, text } = await this.#visitor.call(`${this.#url}${path}`, "POST", sent, headers);
    if (status >= 300) throw new Refused(`${path} answered ${status}: ${text}`);
    return body;
  }
}
class Refused extends Error {}

export interface OrderAnswer {
  id: number;
  status: string;
  total: string;
  line_items: { product_id: number; variation_id: number; quantity: number }[];
}

const orderBody = (wanted: readonly Wanted[]) => ({
  payment_method: "cod",
  line_items: linesOf(wanted),
  billing: { first_name: "Ngọc", last_name: "Trần", email: "ngoc@example.com", phone: "0912345678", country: "VN" },
  shipping_lines: [{ method_id: "local_pickup" }],
});
