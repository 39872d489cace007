import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { AddressLimit, Endpoint, HttpMethod } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints/index.ts";
import { selfServiceEndpoints } from "#contract/endpoints/self-service.ts";
import type { Problem } from "#contract/problem.ts";
import { addressOf, methodsOf, sampleOf } from "#fixtures/testing/call-samples.ts";
import { aCodOrder, aKey, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { TestResponse } from "#fixtures/testing/visitor.ts";
import { limits } from "#shop/kernel/limits/limits.ts";
import { limitSettings } from "#shop/kernel/limits/limit-settings.ts";

const table = endpoints.flatMap((call) =>
  methodsOf(call).map((method): [string, HttpMethod, Endpoint] => [`${method} ${call.path}`, method, call]),
);

/** Shoppers' writes without a rate limit: each adds at most one row of the shopper's own. */
const uncounted = [
  "POST /wp-json/custom/v1/newsletter/leave",
  "POST /wp-json/custom-cart/v1/add",
  "POST /wp-json/custom-cart/v1/update",
  "POST /wp-json/custom-cart/v1/remove",
  "POST /wp-json/custom-cart/v1/clear",
  "POST /cart/",
  "POST /wp-json/custom-favorites/v1/add",
  "POST /wp-json/custom-favorites/v1/remove",
  "POST /wp-json/custom-auth/v1/logout",
  "PUT /wp-json/custom-auth/v1/profile",
  // gateways and the carrier are never rate limited
  "POST /wp-json/lianne-paypal/v1/webhook",
  "POST /wp-json/lianne-bank/v1/webhook/sepay",
  "POST /wp-json/lianne-bank/v1/webhook/casso",
  "POST /wp-json/lianne-bank/v1/webhook/payos",
  "POST /wp-json/ghn/v1/webhook/{secret}",
];

const messages = {
  vi: "Bạn thao tác hơi nhanh. Vui lòng chờ một chút rồi thử lại.",
  en: "That was a little fast. Please wait a moment and try again.",
};
const expectTooMany = ({ status, body, header }: TestResponse<Problem>, lang: keyof typeof messages = "vi"): void => {
  expect(status).toBe(429);
  expect(body).toMatchObject({ code: "rate_limited", message: messages[lang], data: { status: 429 } });
  expect(Number(header("retry-after"))).toBeGreaterThan(0);
};

describe("rate-limited endpoints", () => {
  let shop: TestShop;
  let addresses = 0;
  const someone = () => shop.client({ address: `10.9.0.${++addresses}` });
  beforeAll(async () => {
    const [engine] = engines;
    if (!engine) throw new Error("no database");
    shop = await openShop(engine, { env: { RATE_LIMITS: "on" } });
  });
  afterEach(() => void shop.takeLoggedErrors()); // return URLs that no gateway has sent

  const limited = table.flatMap(([name, method, call]) =>
    call.limit ? [[name, method, call, call.limit] as [string, HttpMethod, Endpoint, AddressLimit]] : [],
  );
  test.each(limited)("%s is limited by address, with any body", async (_name, method, call, limit) => {
    const body = method === "GET" ? undefined : {};
    const eager = someone();
    for (let made = 0; made < limits[limit].max; made++)
      expect((await eager.call(method, addressOf(call), body)).status).not.toBe(429);
    const { query, body: right } = sampleOf(call);
    for (const lang of ["vi", "en"] as const) {
      const url = addressOf(call, { ...query, lang });
      expectTooMany(await eager.call<Problem>(method, url, method === "GET" ? undefined : right), lang);
    }
    expect((await someone().call(method, addressOf(call), body)).status).not.toBe(429);
  });

  test("orders are limited by account across payment methods; a repeated request still gets its order", async () => {
    const eager = someone();
    await eager.register();
    const pickup = aCodOrder({ shipping_lines: [{ method_id: "local_pickup" }] });
    await command(shop, "settings set cod_max_open_per_phone 100");
    const key = aKey();
    const first = await submit(eager, pickup, { key });
    for (let sent = 1; sent < limits.orderByAccount.max; sent++) expect((await submit(eager, pickup)).status).toBe(201);
    for (const [, method, call] of table.filter(([, , { idempotent }]) => idempotent)) {
      const headers = { "idempotency-key": aKey() };
      expectTooMany(await eager.call<Problem>(method, addressOf(call), sampleOf(call).body, headers));
    }
    expect((await submit(eager, pickup, { key })).body.id).toBe(first.body.id);
  });

  test("SO08: customers' changes of their own orders are limited by account, all of them together", async () => {
    const { ownOrderState, quoteAddress, resendOwnEmail, ...changes } = selfServiceEndpoints;
    const eager = someone();
    await eager.register();
    const send = (visitor: typeof eager, call: Endpoint) => {
      const headers = { "idempotency-key": aKey() };
      return visitor.call<Problem>(call.method, addressOf(call), sampleOf(call).body, headers);
    };
    const calls: Endpoint[] = Object.values(changes);
    for (let sent = 0; sent < limits.orderByAccount.max; sent++) {
      const call = calls[sent % calls.length];
      if (call) expect((await send(eager, call)).status, call.path).not.toBe(429);
    }
    for (const call of calls) expectTooMany(await send(eager, call));
    // reading and pricing go on, and so does another account
    for (const call of [ownOrderState, quoteAddress, resendOwnEmail] as Endpoint[])
      expect((await eager.call(call.method, addressOf(call), sampleOf(call).body)).status).not.toBe(429);
    const other = someone();
    await other.register();
    for (const call of calls) expect((await send(other, call)).status, call.path).not.toBe(429);
  });

  const shoppers: Endpoint["access"][] = ["anyone", "customer", "buyer", "customerOrMerchant", "signIn"];
  const writes = table.filter(([, method, { access }]) => method !== "GET" && shoppers.includes(access));
  test.each(writes)("%s is limited, or listed as needing no limit", (name, _method, { limit, idempotent }) => {
    if (!limit && !idempotent)
      expect(uncounted, "add a limit, or list it here with the reason why it needs none").toContain(name);
  });

  test("reads of a customer's own orders are limited, because each searches all orders", () => {
    expect(limited.map(([name]) => name)).toContain("GET /wp-json/custom/v1/order-data");
  });

  test("a changed setting takes effect within seconds, without a restart", async () => {
    for (const [name, { unset }] of Object.entries(limitSettings))
      expect(unset, name).toBe(String(limits[name as keyof typeof limitSettings].max));
    const eager = someone();
    const search = () => eager.get<Problem>("/wp-json/custom-search/v1/products?keyword=bac");
    expect((await command(shop, "settings set limit_search_address 2")).exit).toBe(0);
    shop.clock.advance(10_000);
    expect([(await search()).status, (await search()).status]).toEqual([200, 200]);
    expectTooMany(await search());
    await command(shop, "settings unset limit_search_address");
    shop.clock.advance(10_000);
    expect((await search()).status).toBe(200);
  });
});
