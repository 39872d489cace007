import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";

for (const engine of engines)
  describe(`cancelling shipments on ${engine.name}`, () => {
    let here: ShippingShop;
    beforeAll(async () => {
      here = await openShippingShop(engine);
    });
    afterEach(() => here.ghn.setFaults());

    test("a shipment is cancelled with its order before pick-up", async () => {
      const { orderId, code } = await here.booked();
      await here.move(orderId, "cancelled");
      await here.shop.runJobs();
      expect(here.atCarrier(orderId)).toMatchObject([{ orderCode: code, status: "cancel" }]);
      expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "cancel" }]);
      expect([await here.notesOf(orderId), await here.statusOf(orderId)]).toEqual([[], "cancelled"]);
      await here.move(orderId, "processing");
      expect(here.atCarrier(orderId).map(({ clientOrderCode }) => clientOrderCode)).toContain(`LIANNE-${orderId}-2`);
    });

    test("after pick-up the merchant is notified", async () => {
      const { orderId, code } = await here.booked();
      here.ghn.setFaults({ notifications: "missing" });
      await here.advance(code, "picked");
      await here.move(orderId, "cancelled");
      expect(await here.notesOf(orderId)).toEqual([expect.stringContaining("Không dừng được kiện")]);
      expect(await here.emailCount(orderId, "merchant_parcel_trouble")).toBe(1);
      const known = await here.booked();
      here.ghn.setFaults();
      await here.advance(known.code, "picked");
      await here.move(known.orderId, "cancelled");
      expect(await here.notesOf(known.orderId)).toEqual([expect.stringContaining("đã rời cửa hàng")]);
    });

    test("is retried until the carrier responds", async () => {
      const { orderId } = await here.booked();
      here.ghn.setFaults({ status: 500 });
      await here.move(orderId, "cancelled");
      expect(here.atCarrier(orderId)).toMatchObject([{ status: "ready_to_pick" }]);
      here.ghn.setFaults({ dead: true, done: true, paths: ["cancel"] });
      await here.later(minuteMs);
      here.ghn.setFaults();
      await here.later(minuteMs);
      expect(here.atCarrier(orderId)).toMatchObject([{ status: "cancel" }]);
      expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "cancel" }]);
    });

    test("the merchant is notified once if the order is reopened before the cancellation reached the carrier", async () => {
      const { orderId } = await here.booked();
      here.ghn.setFaults({ status: 500 });
      await here.move(orderId, "cancelled");
      await here.move(orderId, "processing");
      expect([await here.parcelsOf(orderId), await here.notesOf(orderId)]).toMatchObject([
        [{ cod: hoops.price + 22_000 }],
        [],
      ]);
      here.ghn.setFaults();
      await here.later(minuteMs);
      await here.shop.runJobs();
      expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "cancel" }]);
      expect(await here.notesOf(orderId)).toEqual([expect.stringContaining("hãy đặt kiện khác")]);
      expect(await here.emailCount(orderId, "merchant_parcel_trouble")).toBe(1);
    });

    test("a shipment that can no longer be cancelled goes on if its order is reopened", async () => {
      const { orderId, code } = await here.booked();
      here.ghn.setFaults({ status: 500 });
      await here.move(orderId, "cancelled");
      await here.move(orderId, "processing");
      here.ghn.setFaults({ notifications: "missing" });
      here.ghn.advance(code, "picked");
      await here.later(minuteMs);
      expect(await here.notesOf(orderId)).toEqual([]);
      here.ghn.setFaults();
      await here.advance(code, "delivering");
      expect(await here.emailCount(orderId, "order_shipped")).toBe(1);
      await here.advance(code, "delivered");
      expect(await here.statusOf(orderId)).toBe("completed");
    });

    test("a shipment that is not booked yet is never booked, unless the carrier has it", async () => {
      here.ghn.setFaults({ status: 500 });
      const never = await here.placed();
      await here.move(never, "processing");
      await here.move(never, "cancelled");
      here.ghn.setFaults({ dead: true, done: true, paths: ["create"] });
      const taken = await here.placed();
      await here.move(taken, "processing");
      await here.move(taken, "cancelled");
      here.ghn.setFaults();
      await here.later(10 * minuteMs);
      expect([await here.parcelsOf(never), here.atCarrier(never)]).toMatchObject([[{ status: "cancel" }], []]);
      expect(here.atCarrier(taken)).toMatchObject([{ status: "cancel" }]);
    });

    test("a shipment is cancelled when its order is deleted permanently", async () => {
      const { orderId } = await here.booked();
      expect((await here.merchant.delete(`${orderPath(orderId)}?force=true`)).status).toBe(200);
      await here.shop.runJobs();
      expect(here.atCarrier(orderId)).toMatchObject([{ status: "cancel" }]);
    });
  });
