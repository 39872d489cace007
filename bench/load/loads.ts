import { randomUUID } from "node:crypto";
import type autocannon from "autocannon";

/** Whether a body, a byte a letter, is right. */
export type Look = NonNullable<autocannon.Options["verifyBody"]>;

/** The body, in base64. */
export interface Expected {
  body: string;
}

/** What is asked, by how many at once, and for how long. */
export interface Load {
  kind: "read" | "cart" | "order";
  url: string;
  seconds: number;
  connections: number;
  headers: Record<string, string>;
  /** of `read`: paths that each connection asks for in turn */
  reads: readonly { path: string }[];
  /** of `read`: what may be answered; without it any 2xx will do */
  expected?: readonly Expected[];
  /** of `cart` and `order`: simple products with many pieces */
  products: readonly number[];
  /** of `order`: session cookies of as many customers */
  sessions: readonly string[];
  /** of `order`: where it goes, and what else a form says */
  form: object;
}

type Writes = Pick<Load, "headers" | "products" | "sessions" | "form">;
type Complain = (what: string) => void;
type Client = autocannon.Client;

const json = { "content-type": "application/json" };
const addsPerCart = 4;
const path = "/wp-json/custom-cart/v1/add";
const read = (body: string): Record<string, unknown> => JSON.parse(Buffer.from(body, "latin1").toString("utf8"));

/** Readers who ask for one thing after the other, each beginning elsewhere. */
export function readers({ reads, headers }: Pick<Load, "reads" | "headers">): (client: Client) => void {
  let connection = 0;
  return (client) => {
    const begin = (connection++ * 7) % reads.length;
    client.setRequests([...reads.slice(begin), ...reads.slice(0, begin)].map(({ path }) => ({ path, headers })));
  };
}

/** Visitors who put four pieces into a cart, one after the other, and leave. */
export function shoppers({ products, headers }: Writes, complain: Complain): (client: Client) => void {
  let turn = 0;
  return (client) => {
    const add = (nth: number): autocannon.Request => ({
      method: "POST",
      path,
      setupRequest: (request, context: { cookie?: string }) => ({
        ...request,
        headers: { ...headers, ...json, ...(nth > 0 && context.cookie ? { cookie: context.cookie } : {}) },
        body: JSON.stringify({ product_id: products[turn++ % products.length], quantity: 1 }),
      }),
      onResponse: (status, body, context: { cookie?: string }, answered) => {
        const cookie = String([answered?.["set-cookie"]].flat()[0] ?? "").split(";")[0];
        if (cookie) context.cookie = cookie;
        if (status !== 200 || read(body).item_count !== nth + 1) complain(`${status}, piece ${nth + 1}: ${body}`);
      },
    });
    client.setRequests(Array.from({ length: addsPerCart }, (_, nth) => add(nth)));
  };
}

/** Customers who order a piece or two in cash, each submit with a key of its own. */
export function buyers({ products, sessions, form, headers }: Writes, complain: Complain): (client: Client) => void {
  let turn = 0;
  return (client) => {
    client.setRequests([
      {
        method: "POST",
        path: "/wp-json/wc/v3/orders",
        setupRequest: (request) => {
          const nth = turn++;
          const line_items = [nth, nth + 7].map((one) => ({
            product_id: products[one % products.length],
            quantity: 1,
          }));
          return {
            ...request,
            headers: {
              ...headers,
              ...json,
              cookie: sessions[nth % sessions.length] ?? "",
              "idempotency-key": randomUUID(),
            },
            body: JSON.stringify({ ...form, line_items }),
          };
        },
        onResponse: (status, body) => {
          if (status !== 201 || (read(body).line_items as unknown[]).length !== 2) complain(`${status}: ${body}`);
        },
      },
    ]);
  };
}
