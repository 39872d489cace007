import { randomInt, randomUUID } from "node:crypto";

/** Something on sale. */
export interface Piece {
  productId: number;
  variationId: number;
  stockId: number;
  price: number;
}

export interface Wanted {
  piece: Piece;
  quantity: number;
}

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

const password = "a ring of silver";
let people = 0;

/** A customer who orders for cash, one order after another, and insists: the same key until there is an answer. */
export class Customer {
  readonly #url: string;
  readonly #storefrontKey: string;
  readonly #gate: Gate;
  readonly #cookies = new Map<string, string>();
  /** orders in the order of their being acknowledged */
  readonly acknowledged: Acknowledged[] = [];
  /** calls that ended without an answer */
  cutOff = 0;

  constructor(url: string, storefrontKey: string, gate: Gate) {
    this.#url = url;
    this.#storefrontKey = storefrontKey;
    this.#gate = gate;
  }

  async register(): Promise<void> {
    const username = `crash_${++people}`;
    const name = { first_name: "Ngọc", last_name: "Trần" };
    const phone = `09${String(people).padStart(8, "0")}`;
    await this.#post("/wp-json/custom-auth/v1/register", {
      username,
      email: `${username}@example.com`,
      phone,
      password,
      ...name,
    });
    await this.#post("/wp-json/custom-auth/v1/login", { username, password, remember: true });
    if (this.#cookies.size === 0) throw new Error("logging in gave no session");
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
    const answer = await fetch(`${this.#url}/wp-json/wc/v3/orders/${id}`, { headers: this.#headers() });
    return { status: answer.status, body: (await answer.json()) as OrderAnswer };
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

  #headers(): Record<string, string> {
    const authorization = `Basic ${Buffer.from(this.#storefrontKey).toString("base64")}`;
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    return { authorization, cookie, "content-type": "application/json" };
  }

  /** @throws Refused, or whatever a broken connection throws */
  async #post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
    const answer = await fetch(`${this.#url}${path}`, {
      method: "POST",
      headers: { ...this.#headers(), ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status >= 300) throw new Refused(`${path} answered ${answer.status}: ${text}`);
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      this.#cookies.set(name, value);
    }
    return JSON.parse(text) as unknown;
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
  line_items: wanted.map(({ piece, quantity }) => ({
    product_id: piece.productId,
    ...(piece.variationId ? { variation_id: piece.variationId } : {}),
    quantity,
  })),
  billing: { first_name: "Ngọc", last_name: "Trần", email: "ngoc@example.com", phone: "0912345678", country: "VN" },
  shipping_lines: [{ method_id: "local_pickup" }],
});
