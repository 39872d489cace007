import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Priority } from "#contract/endpoint.ts";
import { defaultLimits } from "#shop/kernel/load/admission-control.ts";

const list = "/wp-json/product-category/v1/list/?slug=rings&page=";
const units = "/wp-json/custom-cart/v1";

describe("an overloaded shop", () => {
  let shop: TestShop;
  let letGo: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const [engine] = engines;
    if (!engine) throw new Error("no database");
    shop = await openShop(engine, { env: httpsEnv });
  });
  afterEach(() => letGo?.());

  /** Fills all slots and the queue of a priority class, until released. */
  const fill = (priority: Priority): void => {
    let end = (): void => {};
    const held = new Promise<void>((done) => {
      end = done;
    });
    const { maxConcurrent, maxQueued } = defaultLimits[priority];
    const all = Array.from({ length: maxConcurrent + maxQueued }, () => shop.shop.admission.run(priority, () => held));
    letGo = async () => {
      end();
      await Promise.all(all);
      letGo = undefined;
    };
  };

  test("rejects browsing requests, but takes orders, serves cached responses and reports its health", async () => {
    const buyer = shop.client();
    await buyer.register();
    expect((await buyer.get(`${list}1`)).status).toBe(200);
    fill("browsing");
    const refused = await buyer.get<Problem>(`${list}2`);
    expect([refused.status, refused.body.code, refused.header("retry-after")]).toEqual([503, "overloaded", "2"]);
    expect(refused.body.message).toBe("Máy chủ đang bận. Vui lòng thử lại sau ít phút.");
    expect(refused.header("cache-control")).toBe("no-store");
    expect((await buyer.get(`${list}1`)).status).toBe(200);
    for (const path of ["/healthz", "/readyz"]) expect((await buyer.get(path)).status).toBe(200);
    expect((await buyer.post(`${units}/add`, { product_id: 143 })).status).toBe(200);
    expect((await submit(buyer, aCodOrder())).status).toBe(201);
    await letGo?.();
    expect((await buyer.get(`${list}2`)).status).toBe(200);
  });

  test("SP05: serves staff members while browsing requests and API clients are rejected", async () => {
    const { browser } = await staffMember(shop);
    const merchant = await merchantOf(shop);
    fill("merchant");
    expect((await merchant.get("/wp-json/wc/v3/orders")).status).toBe(503);
    expect((await browser.call("GET", "/today")).status).toBe(200);
    expect((await browser.request("GET", "/wp-json/wc/v3/orders")).status).toBe(200);
    // a made-up nonce does not raise the class of a program's request
    expect((await merchant.get("/wp-json/wc/v3/orders", { "x-wp-nonce": "0".repeat(32) })).status).toBe(503);
    await letGo?.();
    fill("staff");
    expect((await browser.call("GET", "/today")).status).toBe(503);
    const buyer = shop.client();
    await buyer.register();
    expect((await submit(buyer, aCodOrder())).status).toBe(201);
  });

  test("rejects another order too when the paying class is full, and stores nothing of it", async () => {
    const buyer = shop.client();
    await buyer.register();
    fill("paying");
    const refused = await submit(buyer, aCodOrder());
    expect([refused.status, refused.header("retry-after")]).toEqual([503, "2"]);
    await letGo?.();
    expect((await submit(buyer, aCodOrder())).status).toBe(201);
  });
});
