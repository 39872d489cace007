import { randomUUID } from "node:crypto";
import type autocannon from "autocannon";
import type { PlaceCodOrder } from "#contract/order.ts";
import { aCodOrder } from "#fixtures/testing/cod-order.ts";

/** Whether a body, as latin1, is correct. */
export type Look = NonNullable<autocannon.Options["verifyBody"]>;

/** The body, in base64. */
export interface Expected {
  body: string;
}

/** What is requested, by how many connections, and for how long. */
export interface Load {
  kind: "read" | "cart" | "order";
  url: string;
  seconds: number;
  connections: number;
  headers: Record<string, string>;
  /** for `read`: paths that each connection requests in turn */
  reads: readonly { path: string }[];
  /** for `read`: the possible responses; without it any 2xx is accepted */
  expected?: readonly Expected[];
  /** for `cart` and `order`: simple products with a large stock */
  products: readonly number[];
  /** for `order`: session cookies of as many customers */
  sessions: readonly string[];
}

type Writes = Pick<Load, "headers" | "products" | "sessions">;
type Complain = (what: string) => void;
type Client = autocannon.Client;

const json = { "content-type": "application/json" };
const addsPerCart = 4;
const path = "/wp-json/custom-cart/v1/add";
const read = (body: string): Record<string, unknown> => JSON.parse(Buffer.from(body, "latin1").toString("utf8"));

/** Readers that request all paths in turn, each starting with another one. */
export function readers({ reads, headers }: Pick<Load, "reads" | "headers">): (client: Client) => void {
  let connection = 0;
  return (client) => {
    const begin = (connection++ * 7) % reads.length;
    client.setRequests([...reads.slice(begin), ...reads.slice(0, begin)].map(({ path }) => ({ path, headers })));
  };
}

/** Visitors that add four items to a cart, one after the other, and leave. */
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
      onResponse: (status, body, context: { cookie?: string }, responded) => {
        const cookie = String([responded?.["set-cookie"]].flat()[0] ?? "").split(";")[0];
        if (cookie) context.cookie = cookie;
        if (status !== 200 || read(body).item_count !== nth + 1) complain(`${status}, item ${nth + 1}: ${body}`);
      },
    });
    client.setRequests(Array.from({ length: addsPerCart }, (_, nth) => add(nth)));
  };
}

/** The body of an order form. Each customer has a phone number of its own: orders of one number wait for each other. */
export function orderBody(customer: number, line_items: PlaceCodOrder["line_items"]): string {
  const form = aCodOrder({ line_items });
  const phone = `09${String(customer).padStart(8, "0")}`;
  return JSON.stringify({ ...form, billing: { ...form.billing, phone } });
}

/** Customers that order one or two items with cash on delivery, each order with a new idempotency key. */
export function buyers({ products, sessions, headers }: Writes, complain: Complain): (client: Client) => void {
  let turn = 0;
  return (client) => {
    client.setRequests([
      {
        method: "POST",
        path: "/wp-json/wc/v3/orders",
        setupRequest: (request) => {
          const nth = turn++;
          const customer = nth % sessions.length;
          const line_items = [nth, nth + 7].map((one) => ({
            product_id: products[one % products.length] ?? 0,
            quantity: 1,
          }));
          return {
            ...request,
            headers: {
              ...headers,
              ...json,
              cookie: sessions[customer] ?? "",
              "idempotency-key": randomUUID(),
            },
            body: orderBody(customer, line_items),
          };
        },
        onResponse: (status, body) => {
          if (status !== 201 || (read(body).line_items as unknown[]).length !== 2) complain(`${status}: ${body}`);
        },
      },
    ]);
  };
}
