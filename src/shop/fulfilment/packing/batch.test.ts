import { beforeAll, describe, expect, test } from "vitest";
import type { PackBatch, PackOrder } from "#contract/backoffice/packing.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
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

    test("OF02, RO03 the orders to pack are listed for offline use as each of them is read, the oldest first, in pages", async () => {
      const owner = (await staffMember(here.shop)).browser;
      const ids = [await toPack(), await toPack()];
      for (const viewer of [packer, owner]) {
        const { body } = await viewer.call<PackOrder[]>("GET", "/pack/orders?page=1");
        const read = ids.map(async (id) => (await viewer.call<PackOrder>("GET", `/pack/orders/${id}`)).body);
        expect(body.filter(({ id }) => ids.includes(id))).toEqual(await Promise.all(read));
      }
      expect((await packer.call("GET", "/pack/orders?page=2")).body).toEqual([]);
      const wrong = await packer.call<Problem>("GET", "/pack/orders?page=0");
      expect([wrong.status, Object.keys(wrong.body.data.params ?? {})]).toEqual([400, ["page"]]);
    });

    test("OF04: what a device did with an item that the line does not have any more is rejected with the item that it has", async () => {
      const id = await toPack();
      const path = `/pack/orders/${id}`;
      const [line] = (await packer.call<PackOrder>("GET", path)).body.lines;
      const at = here.shop.clock.now().toISOString();
      const tick = { line_id: line?.id, quantity: 1, at };
      for (const rejected of [
        await packer.call<Problem>("PUT", path, { ticks: [{ ...tick, sku: "RING-OLD" }] }),
        await packer.call<Problem>("POST", `${path}/missing`, { line_id: line?.id, quantity: 1, sku: "RING-OLD" }),
      ]) {
        expect([rejected.status, rejected.body.code]).toEqual([409, "lianne_item_changed"]);
        expect(rejected.body.message).toContain(line?.name);
      }
      const ticked = await packer.call<PackOrder>("PUT", path, { ticks: [{ ...tick, sku: line?.sku }] });
      expect(ticked.body.lines[0]?.ticked).toBe(1);
    });

    test("OF04: an item that staff put in the place of a ticked one has no tick, other changes of the line leave it", async () => {
      const id = await toPack();
      const path = `/pack/orders/${id}`;
      const [line] = (await packer.call<PackOrder>("GET", path)).body.lines;
      const tick = { line_id: line?.id, quantity: 1, at: here.shop.clock.now().toISOString(), sku: line?.sku };
      expect((await packer.call("PUT", path, { ticks: [tick] })).status).toBe(200);
      const ticksAfter = async (change: object) => {
        const line_items = [{ id: line?.id, ...change }];
        expect((await here.merchant.put(orderPath(id), { line_items })).status).toBe(200);
        return (await packer.call<PackOrder>("GET", path)).body.lines.map(({ sku, ticked }) => ({ sku, ticked }));
      };
      expect(await ticksAfter({ total: "100000" })).toEqual([{ sku: line?.sku, ticked: 1 }]);
      const [replaced] = await ticksAfter({ product_id: pearls.id });
      expect(replaced?.sku).not.toBe(line?.sku);
      expect(replaced?.ticked).toBe(0);
      expect((await packer.call<Problem>("POST", `${path}/complete`)).body.code).toBe("lianne_not_all_ticked");
    });

    test("PK01: ticks of gift and card are stored with the session, and the packer continues on another device", async () => {
      const id = await toPack();
      const path = `/pack/orders/${id}`;
      const read = async () => (await packer.call<PackOrder>("GET", path)).body;
      const { lines, extras } = await read();
      expect(extras).toEqual([]);
      const gift = `gift-${lines[0]?.id}`;
      const put = (...list: { id: string; packed: boolean }[]) =>
        packer.call<PackOrder & Problem>("PUT", path, { extras: list });
      const both = [put({ id: gift, packed: true }), put({ id: "card", packed: true })];
      for (const { status } of await Promise.all(both)) expect(status).toBe(200);
      expect((await read()).extras).toEqual(["card", gift]);
      // sent again, and taken out again
      await put({ id: gift, packed: true }, { id: "card", packed: true }, { id: "card", packed: false });
      expect((await read()).extras).toEqual([gift]);
      const foreign = await put({ id: "gift-999999", packed: true });
      expect([foreign.status, (await read()).extras]).toEqual([404, [gift]]);
      const wrong = await put({ id: "ribbon", packed: true });
      expect([wrong.status, Object.keys((wrong.body.data?.params ?? {}) as object)]).toEqual([400, ["extras"]]);
    });
  });
