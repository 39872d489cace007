import { beforeAll, describe, expect, test } from "vitest";
import type { PackBatch } from "#contract/backoffice/packing.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`batches of packing on ${engine.name}`, () => {
    let here: ShippingShop;
    let packer: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      packer = (await staffMember(here.shop, "packer")).browser;
    });
    const toPack = async () => (await here.booked({ line_items: [{ product_id: hoops.id, quantity: 1 }] })).orderId;

    test("PK12 a batch names its oldest order first, by the time since when it is to be packed", async () => {
      const ids = [await toPack(), await toPack()];
      const [lower = 0, higher = 0] = ids;
      // the one with the lower number was confirmed later
      const since = new Date(here.shop.clock.now().getTime() - hourMs);
      await here.shop.db.write(
        sql`update order_workflow set stage_since = ${since} where order_id = ${higher} returning order_id`,
      );
      const { body } = await packer.call<PackBatch>("POST", "/pack/batch", { ids });
      expect(body.orders.map(({ id, tray }) => [id, tray])).toEqual([
        [higher, 2],
        [lower, 1],
      ]);
    });
  });
