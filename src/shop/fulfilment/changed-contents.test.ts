import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`items that staff change of a booked parcel on ${engine.name}`, () => {
    let here: ShippingShop;
    let staff: StaffVisitor;
    const edit = async (id: number, line_items: object[]) => {
      const changed = await staff.request<WooOrder>("PUT", orderPath(id), { line_items });
      expect(changed.status, changed.text).toBe(200);
      await here.later(0);
      return changed.body;
    };
    const lineOf = async (id: number) => (await here.merchant.get<WooOrder>(orderPath(id))).body.line_items[0]?.id ?? 0;
    const items = (id: number) =>
      here.atCarrier(id).map(({ orderCode, cod, input }) => ({
        orderCode,
        cod,
        items: (input.items as { quantity: number; price: number }[]).map(({ quantity, price }) => [quantity, price]),
      }));
    const contentsJobs = async (id: number) =>
      (
        await here.shop.db.all(sql`
          select from outbox j join parcel p on p.id = (j.payload ->> 'parcel')::integer
          where j.kind = 'parcel' and j.payload ->> 'do' = 'contents' and p.order_id = ${id}`)
      ).length;

    beforeAll(async () => {
      here = await openShippingShop(engine);
      ({ browser: staff } = await staffMember(here.shop, "staff"));
      await setStock(here.shop, pearls.id, 100);
    });
    beforeEach(() => here.ghn.setFaults());

    test("OD06: a changed quantity and an added product reach the carrier, with the cash, for the same parcel", async () => {
      const { orderId: id, code } = await here.booked();
      const line = await lineOf(id);
      const { total } = await edit(id, [
        { id: line, quantity: 2 },
        { product_id: pearls.id, quantity: 1 },
      ]);
      expect(items(id)).toEqual([
        {
          ...{ orderCode: code, cod: Number(total) },
          items: expect.arrayContaining([
            [2, expect.any(Number)],
            [1, expect.any(Number)],
          ]),
        },
      ]);
      const removed = await edit(id, [{ id: line, quantity: 0 }]);
      expect(items(id)).toMatchObject([
        { orderCode: code, cod: Number(removed.total), items: [[1, expect.any(Number)]] },
      ]);
    });

    test("OD06: repeated items and another note send the carrier nothing", async () => {
      const { orderId: id } = await here.booked();
      await edit(id, [{ id: await lineOf(id), product_id: hoops.id, quantity: 1 }]);
      expect((await staff.request("PUT", orderPath(id), { customer_note: "gói quà" })).status).toBe(200);
      expect(await contentsJobs(id)).toBe(0);
    });

    test("OD06: one line of two, named with what it has, sends the carrier nothing", async () => {
      const { orderId: id } = await here.booked();
      const line = await lineOf(id);
      await edit(id, [{ product_id: pearls.id, quantity: 1 }]);
      const jobs = await contentsJobs(id);
      expect(jobs).toBe(1);
      await edit(id, [{ id: line, quantity: 1 }]);
      expect(await contentsJobs(id)).toBe(jobs);
    });

    test("OD06: a refusal of the carrier notifies the merchant, and the order keeps its new items", async () => {
      const { orderId: id, code } = await here.booked();
      here.ghn.setFaults({ contents_fixed: true });
      await edit(id, [{ id: await lineOf(id), quantity: 3 }]);
      expect(items(id)).toMatchObject([{ orderCode: code, items: [[1, expect.any(Number)]] }]);
      expect(await here.notesOf(id)).toContainEqual(expect.stringContaining(`Kiện ${code}`));
      expect(await here.emailCount(id, "merchant_parcel_trouble")).toBe(1);
    });
  });
