import { beforeAll, describe, expect, test } from "vitest";
import { aCodOrder, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type OwnOrders, ownOrders } from "#fixtures/testing/own-orders.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** Phường Phúc Xá, Quận Ba Đình, Hà Nội */
const far = { provinceId: 201, districtId: 1_001, wardCode: "00001" };

for (const engine of engines)
  describe(`the promise of an order that is sent to another address, on ${engine.name}`, () => {
    let here: ShippingShop;
    let own: OwnOrders;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      await command(here.shop, "settings set cod_max_open_per_phone 100");
      const row = await here.shop.db.one<{ id: number }>(sql`select max(id) id from customer`);
      own = ownOrders(here.shopper, row?.id ?? 0);
    });

    test("SO06, DP12: without a booked parcel it is that of the new address, by which the shop is measured too", async () => {
      here.shop.clock.avoidMidnight();
      const promised = (id: number) =>
        here.shop.db.one<Record<string, unknown>>(sql`
          select promised_from::text "from", promised_by::text "by", measured_by::text "measuredBy", transit_min, transit_max,
            destination_group from order_promise where order_id = ${id}`);
      const toNear = await here.placed(aCodOrder({ ward: benNgheOfCarrier }));
      const near = await promised(toNear);
      const toFar = await promised(await here.placed(aCodOrder({ ward: far })));
      expect(String(toFar?.by) > String(near?.by), "it takes longer").toBe(true);
      const moved = await own.toAddress(toNear, far);
      expect([moved.status, moved.body.order.change]).toEqual([200, null]);
      expect(await promised(toNear)).toEqual(toFar);
      expect((await own.record(toNear)).promise).toEqual({ from: toFar?.from, by: toFar?.by });
      expect((await own.toAddress(toNear, benNgheOfCarrier)).status).toBe(200);
      expect(await promised(toNear), "and back").toEqual(near);
    });
  });
