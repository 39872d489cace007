import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShippingShop, type ShippingShop, webhookPath } from "#fixtures/testing/shipping-shop.ts";
import { dayMs, hourMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`a carrier without webhooks on ${engine.name}`, () => {
    let here: ShippingShop;
    beforeAll(async () => {
      here = await openShippingShop(engine, { GHN_WEBHOOK_SECRET: "" });
    });

    test("is polled, and its log has the events in between", async () => {
      here.ghn.setFaults({ notifications: "missing" });
      const { orderId, code } = await here.booked();
      expect((await here.shop.client().post(webhookPath(), {})).status).toBe(404);
      here.shop.clock.advance(hourMs);
      for (const status of ["picked", "delivering"]) await here.advance(code, status);
      here.shop.clock.advance(hourMs);
      await here.shop.runJobs();
      expect((await here.record(orderId)).parcel?.steps.map(({ status }) => status)).toEqual([
        ...["waiting", "in_transit", "delivering"],
      ]);
      expect(await here.emailCount(orderId, "order_shipped")).toBe(1);
      here.ghn.advance(code, "delivered");
      here.shop.clock.advance(hourMs);
      await here.shop.runJobs();
      expect(await here.statusOf(orderId)).toBe("completed");
      here.ghn.advance(code, "cod_transfer");
      here.shop.clock.advance(2 * dayMs);
      await here.shop.runJobs();
      expect(await here.parcelsOf(orderId)).toMatchObject([{ transferred: true }]);
    });

    test("may not know a shipment: it is polled again, and nothing changes", async () => {
      const { orderId } = await here.booked();
      await here.shop.db.transaction((tx) =>
        tx.run(sql`update parcel set tracking_code = 'LFORGOTTEN' where order_id = ${orderId}`),
      );
      here.shop.clock.advance(hourMs);
      await here.shop.runJobs();
      expect([await here.statusOf(orderId), await here.notesOf(orderId)]).toEqual(["processing", []]);
    });
  });
