import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { carrierShopId, openShippingShop, type ShippingShop, webhookPath } from "#fixtures/testing/shipping-shop.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`implausible carrier webhooks on ${engine.name}`, () => {
    let here: ShippingShop;
    beforeAll(async () => {
      here = await openShippingShop(engine);
    });

    const postWebhook = (orderId: number, code: string, own: object) =>
      here.shop.client().post(
        webhookPath(),
        {
          ...{ OrderCode: code, ClientOrderCode: `LIANNE-${orderId}`, ShopID: carrierShopId, Type: "switch_status" },
          ...{ Status: "picked", Time: here.shop.clock.now().toISOString(), ...own },
        },
        { authorization: null },
      );

    test.each([
      "0001-01-01T00:00:00Z",
      "0000-01-01T00:00:00Z",
      "-200000-01-01T00:00:00Z",
      "+275000-01-01T00:00:00Z",
      "5",
      "0",
      "1999-12-31T23:59:59Z",
      "99999999999999999999",
    ])("an event at %s counts as received now, and the order's history is shown", async (Time) => {
      const { orderId, code } = await here.booked();
      const before = here.shop.clock.now().getTime();
      expect((await postWebhook(orderId, code, { Time })).status).toBe(200);
      const after = here.shop.clock.now().getTime();
      const [event] = await here.shop.db.all<{ at: Date }>(sql`
        select e.at from parcel_event e join parcel p on p.id = e.parcel_id
        where p.order_id = ${orderId} and e.status = 'picked'`);
      expect(event?.at.getTime()).toBeGreaterThanOrEqual(before);
      expect(event?.at.getTime()).toBeLessThanOrEqual(after);
      const { parcel } = await here.record(orderId);
      expect(parcel?.steps.at(-1)).toEqual({ status: "in_transit", date: event?.at.toISOString() });
    });

    test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
      "the status %s is shown as in transit",
      async (Status) => {
        const { orderId, code } = await here.booked();
        expect((await postWebhook(orderId, code, { Status })).status).toBe(200);
        const { parcel } = await here.record(orderId);
        expect([parcel?.status, parcel?.steps.at(-1)?.status]).toEqual(["in_transit", "in_transit"]);
      },
    );
  });
