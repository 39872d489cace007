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

  test("SC06: 300 uploads an hour, of pictures and packing photos together", async () => {
    const owner = await newOwner();
    // damaged, so that none of them costs the work of an image
    const file = Buffer.from("no image");
    const picture = () => owner.request("POST", "/wp-json/wc/v3/pictures", file, { "content-type": "image/png" });
    const photo = () => owner.call("POST", "/pack/orders/1/photos", file, { "content-type": "image/jpeg" });
    for (let count = 0; count < 300; count++) {
      // less than 600 requests a minute
      if (count % 50 === 0) shop.clock.advance(minuteMs);
      expect((await (count % 2 === 0 ? picture : photo)()).status).toBe(400);
    }
    shop.clock.advance(minuteMs);
    for (const upload of [picture, photo]) {
      const above = await upload();
      expect([above.status, waitOf(above)]).toEqual([429, "minutes"]);
    }
    shop.clock.advance(hourMs);
    expect((await picture()).status).toBe(400);
  });
});
