import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint, HttpMethod } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints/index.ts";
import { methodsOf } from "#fixtures/testing/call-samples.ts";
import { aCodOrder, aKey, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { knownIds } from "#fixtures/testing/hostile/known-ids.ts";
import { type HostileRequest, requestsTo } from "#fixtures/testing/hostile/requests.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { rowHashes } from "#fixtures/testing/row-hashes.ts";
import { testAll } from "#fixtures/testing/test-all.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** A fixed seed makes the run repeatable. FUZZ_SEED=… sets another one, FUZZ_REQUESTS=… the number of requests. */
const seed = Number(process.env.FUZZ_SEED) || 20_261_122;
const requestCount = Number(process.env.FUZZ_REQUESTS) || (testAll ? 10_000 : 300);

const table = endpoints.flatMap((call) =>
  methodsOf(call).map((method): [string, HttpMethod, Endpoint] => [`${method} ${call.path}`, method, call]),
);
/** Endpoints that are slow on purpose (password hashing) get fewer requests. */
const slow = /\/(login|register|profile|reset-password|request-password-reset|delete-account)$/;
const runsOf = (name: string, share: number): number => {
  const each = requestCount / table.filter(([one]) => !slow.test(one)).length;
  return Math.max(testAll ? 3 : 1, Math.ceil((slow.test(name) ? each / 10 : each) * share));
};

/** Tables that a shopper's request may change, by tag. A tag that is not listed may change nothing. */
const cart = ["cart", "cart_line"];
const ordered = [
  "orders",
  "order_workflow",
  "first_order",
  "order_line",
  "order_line_change",
  "order_event",
  "order_charge",
  "order_note",
  "order_promise",
  "idempotency_key",
  "payment",
];
const sold = [
  "stock",
  "stock_movement",
  "product",
  "product_status_count",
  "search_reindex_queue",
  "listing",
  "category_filter_product",
  "variation",
  "sales_queue",
];
const account = ["customer", "customer_address", "email_verification"];
const mayChange: Record<string, string[]> = {
  Cart: cart,
  Wishlist: ["wishlist_item"],
  Account: [...account, "session", "outbox", "password_reset", "newsletter_subscription", "audit", ...cart],
  Checkout: [...ordered, ...sold, "outbox", ...cart],
  Orders: [...ordered, ...sold, "outbox", ...cart],
};

/** Reads that are recorded in the audit log. */
const noted = new Map([["/wp-json/custom-auth/v1/personal-data", ["audit"]]]);

const marker = "Bímậtcủangườikhác";

/** Creates a customer whose profile, cart and order contain the marker. @returns the customer's id */
async function victimIn(shop: TestShop): Promise<number> {
  const victim = shop.client();
  const name = { first_name: marker, last_name: marker };
  const { id } = await victim.register(name);
  const { billing } = aCodOrder();
  await submit(victim, aCodOrder({ billing: { ...billing, ...name, address_1: `12 ${marker}` } }));
  await victim.put("/wp-json/custom-auth/v1/profile", { address: `12 ${marker}` });
  await victim.post("/wp-json/custom-cart/v1/add", { product_id: 145 });
  return id;
}

/** 501 is WooCommerce's response to deleting a resource that has no trash without `force`. */
const hasFailed = (status: number): boolean => status >= 500 && status !== 501;

const send = (caller: Visitor, { method, url, body, headers }: HostileRequest) =>
  caller.call(method, url, body, { ...headers, "idempotency-key": aKey() });

/** On two engines, most requests go to PostgreSQL, the last one: it is faster. */
const shareOf = (index: number): number => {
  if (engines.length === 1) return 1;
  return index === engines.length - 1 ? 0.85 : 0.15;
};
const shares = engines.map((engine, index) => ({ engine, name: engine.name, share: shareOf(index) }));

describe.each(shares)(`random requests by shoppers, on $name (FUZZ_SEED=${seed})`, ({ engine, share }) => {
  let shop: TestShop;
  let customer: Visitor;
  let callers: Record<string, Visitor>;
  let victimId: number;
  let last: Record<string, string>;
  beforeAll(async () => {
    shop = await openShop(engine, { env: httpsEnv });
    victimId = await victimIn(shop);
    customer = shop.client();
    callers = {
      guest: shop.client({ headers: { authorization: null } }),
      storefront: shop.client(),
      customer,
      reader: await merchantOf(shop, "read"),
      writer: await merchantOf(shop, "write"),
    };
  });

  const check = async (caller: string, request: HostileRequest): Promise<void> => {
    const { status, text } = await send(callers[caller] as Visitor, request);
    if (hasFailed(status)) throw new Error(`${status}: ${text}`);
    // a read key may read the data, also by a POST that overrides its method to GET
    if (caller !== "reader" && text.includes(marker)) throw new Error(`data of another customer: ${text}`);
  };

  test.each(table)("%s neither fails, nor discloses or changes data of others", async (name, method, call) => {
    if (!customer.cookies.has("lianne_session")) {
      await customer.register();
      last = await rowHashes(shop);
    }
    const merchant = method === "GET" ? "writer" : "reader";
    const caller = fc.constantFrom("guest", "storefront", "customer", merchant);
    const property = fc.asyncProperty(caller, requestsTo(call, method, await knownIds(shop)), check);
    await fc.assert(property, { seed, numRuns: runsOf(name, share), endOnFailure: true });
    const now = await rowHashes(shop);
    const changed = Object.keys(now).filter((one) => now[one] !== last[one]);
    last = now;
    const allowed = method === "GET" ? (noted.get(call.path) ?? []) : (mayChange[call.tag] ?? []);
    expect(changed.filter((one) => !allowed.includes(one))).toEqual([]);
  });

  test("the other customer's rows are unchanged", async () => {
    const row = await shop.db.one(sql`
      select first_name "name", (select count(*)::integer from orders where customer_id = ${victimId}) orders,
        (select sum(quantity)::integer from cart_line l join cart c on c.id = l.cart_id
         where c.customer_id = ${victimId}) units
      from customer where id = ${victimId}`);
    expect(row).toEqual({ name: marker, orders: 1, units: 1 });
  });
});

describe(`random requests by a merchant's program (FUZZ_SEED=${seed})`, () => {
  let shop: TestShop;
  let merchant: Visitor;
  beforeAll(async () => {
    const engine = engines.at(-1);
    if (!engine) throw new Error("no database");
    shop = await openShop(engine, { env: httpsEnv });
    await victimIn(shop);
    merchant = await merchantOf(shop);
  });

  test.each(table.filter(([, , { access }]) => access !== "anyone"))("%s does not fail", async (name, method, call) => {
    const property = fc.asyncProperty(requestsTo(call, method, await knownIds(shop)), async (request) => {
      const { status, text } = await send(merchant, request);
      if (hasFailed(status)) throw new Error(`${status}: ${text}`);
    });
    await fc.assert(property, { seed, numRuns: runsOf(name, 0.2), endOnFailure: true });
  });
});
