import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { type OwnOption, type OwnOrders, ownOptions, ownOrders } from "#fixtures/testing/own-orders.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** in several sizes */
const ring = 101;

for (const engine of engines)
  describe(`another option for a booked parcel on ${engine.name}`, () => {
    let here: ShippingShop;
    let own: OwnOrders;
    let cheap: OwnOption;
    let dear: OwnOption;
    const booked = () =>
      here.booked({ line_items: [{ product_id: cheap.productId, variation_id: cheap.id, quantity: 1 }] });
    const total = async (id: number) => (await own.record(id)).payment.total_amount;
    const contents = (id: number) => here.atCarrier(id).map(({ orderCode, input }) => [orderCode, input.items]);
    const withSku = async ({ productId, id }: OwnOption, sku: string, weight: string) => {
      const { status } = await here.merchant.put(`/wp-json/wc/v3/products/${productId}/variations/${id}`, {
        sku,
        weight,
      });
      expect(status).toBe(200);
    };

    beforeAll(async () => {
      here = await openShippingShop(engine);
      const row = await here.shop.db.one<{ id: number }>(sql`select max(id) id from customer`);
      own = ownOrders(here.shopper, row?.id ?? 0);
      const [one, other] = await ownOptions(here.shop, here.merchant, ring, [500_000, 620_000]);
      if (!one || !other) throw new Error("the ring has no two options");
      [cheap, dear] = [one, other];
      await withSku(cheap, "RING-CHEAP", "100");
      await withSku(dear, "RING-DEAR", "300");
    });
    beforeEach(async () => {
      here.ghn.setFaults();
      for (const { id } of [cheap, dear]) await setStock(here.shop, id, 20);
    });

    test("SO07: the carrier gets name, SKU, value and weight of the new option, and its cash, for the same parcel", async () => {
      const { orderId: id, code } = await booked();
      expect(contents(id)).toMatchObject([[code, [{ code: "RING-CHEAP", price: 500_000 }]]]);
      const before = here.atCarrier(id)[0];
      const { weight } = before?.input ?? {};
      const changed = await own.toOption(id, dear);
      expect([changed.status, changed.body.order.change]).toEqual([200, null]);
      await here.later(0);
      const [line] = (await own.record(id)).items;
      expect(here.atCarrier(id)).toMatchObject([
        {
          ...{ orderCode: code, status: "ready_to_pick", cod: await total(id) },
          input: {
            items: [
              { code: "RING-DEAR", price: 620_000, quantity: 1, name: expect.stringContaining(line?.option ?? "–") },
            ],
            ...{ content: expect.stringContaining(line?.option ?? "–"), insurance_value: 620_000 },
          },
        },
      ]);
      expect(here.atCarrier(id)[0]?.input.weight).not.toBe(weight);
      expect(await here.parcelsOf(id)).toMatchObject([{ code, status: "ready_to_pick", cod: await total(id) }]);
    });

    test("SO07: without the carrier's response it is sent again, and the last of two changes is what the carrier has", async () => {
      const { orderId: id, code } = await booked();
      here.ghn.setFaults({ status: 500, paths: ["update"] });
      expect((await own.toOption(id, dear)).status).toBe(200);
      await here.later(0);
      expect(contents(id)).toMatchObject([[code, [{ code: "RING-CHEAP" }]]]);
      here.ghn.setFaults();
      const delayed = here.ghn.delayNext("update");
      here.shop.clock.advance(minuteMs);
      const job = here.shop.runJobs();
      await delayed.arrived;
      expect((await own.toOption(id, cheap)).status).toBe(200);
      delayed.release();
      await job;
      await here.later(minuteMs);
      expect(contents(id)).toMatchObject([[code, [{ code: "RING-CHEAP", price: 500_000 }]]]);
    });

    test("SO07: a carrier that refuses the contents keeps the parcel, and the merchant is notified", async () => {
      const { orderId: id, code } = await booked();
      here.ghn.setFaults({ contents_fixed: true });
      expect((await own.toOption(id, dear)).status).toBe(200);
      await here.later(0);
      expect(contents(id)).toMatchObject([[code, [{ code: "RING-CHEAP" }]]]);
      expect(await here.notesOf(id)).toContainEqual(
        expect.stringContaining(`Kiện ${code} ở đơn vị vận chuyển vẫn ghi mẫu hàng cũ`),
      );
      expect(await here.emailCount(id, "merchant_parcel_trouble")).toBe(1);
      expect(here.atCarrier(id)[0]?.cod, "its cash is right all the same").toBe(await total(id));
    });

    test("SO07: a parcel whose booking has no response yet is booked with the new option", async () => {
      here.ghn.setFaults({ status: 500, paths: ["create"] });
      const id = await here.placed({
        line_items: [{ product_id: cheap.productId, variation_id: cheap.id, quantity: 1 }],
      });
      await here.move(id, "processing");
      expect((await own.toOption(id, dear)).status).toBe(200);
      await here.later(0);
      here.ghn.setFaults();
      for (let tries = 0; tries < 3; tries++) await here.later(minuteMs);
      expect(contents(id)).toMatchObject([[expect.any(String), [{ code: "RING-DEAR" }]]]);
      expect(here.atCarrier(id)[0]?.cod).toBe(await total(id));
    });
  });
