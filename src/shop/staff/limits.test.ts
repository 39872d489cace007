import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { liveEnv, staffMember, type StaffVisitor } from "#fixtures/testing/staff.ts";
import type { TestResponse } from "#fixtures/testing/visitor.ts";
import { hourMs, minuteMs } from "#shop/kernel/base/clock.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");

describe("SC06: limits of one account", () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop(engine, { seed: false, env: liveEnv });
  });
  /** The unit of the waiting time: the clock goes on meanwhile. */
  const waitOf = (response: TestResponse<unknown>): "minutes" | "hours" =>
    Number(response.header("retry-after")) * 1000 > hourMs ? "hours" : "minutes";
  const newOwner = async () => (await staffMember(shop)).browser;

  test("SC06: 20 exports a day, in all sessions", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const exported = async (browser: StaffVisitor) => browser.call("POST", "/orders/export", { ids: [1] });
    for (let count = 0; count < 20; count++) expect((await exported(owner)).status).toBe(200);
    const above = await exported(owner);
    expect([above.status, waitOf(above)]).toEqual([429, "hours"]);
    expect((await exported(other)).status).toBe(200);
  });

  test("SC06: 600 requests a minute, on both interfaces together; another account is not affected", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const reads = [() => owner.call("GET", "/session"), () => owner.request("GET", "/wp-json/wc/v3/orders?per_page=1")];
    let statuses: number[] = [];
    for (let count = 0; !statuses.includes(429) && count < 650; count += 50) {
      const some = Array.from({ length: 50 }, (_, nth) => reads[nth % 2]?.());
      statuses = [...statuses, ...(await Promise.all(some)).map((response) => response?.status ?? 0)];
    }
    expect(statuses.indexOf(429)).toBeGreaterThan(550);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(600);
    for (const read of reads) {
      const above = await read();
      expect([above.status, waitOf(above)]).toEqual([429, "minutes"]);
    }
    expect((await other.call("GET", "/session")).status).toBe(200);
    shop.clock.advance(minuteMs);
    for (const read of reads) expect((await read()).status).toBe(200);
  });

  test("SC06: 300 uploads an hour, of pictures, packing photos and product files together", async () => {
    const owner = await newOwner();
    // damaged, so that none of them costs the work of an image
    const file = Buffer.from("no image");
    const picture = () => owner.request("POST", "/wp-json/wc/v3/pictures", file, { "content-type": "image/png" });
    const photo = () => owner.call("POST", "/pack/orders/1/photos", file, { "content-type": "image/jpeg" });
    const products = () => owner.call("POST", "/product-imports", file, { "content-type": "text/csv" });
    const uploads = [picture, photo, products];
    for (let count = 0; count < 300; count++) {
      // less than 600 requests a minute
      if (count % 50 === 0) shop.clock.advance(minuteMs);
      expect((await uploads[count % 3]?.())?.status).toBe(400);
    }
    shop.clock.advance(minuteMs);
    for (const upload of uploads) {
      const above = await upload();
      expect([above.status, waitOf(above)]).toEqual([429, "minutes"]);
    }
    shop.clock.advance(hourMs);
    expect((await picture()).status).toBe(400);
  });
});
