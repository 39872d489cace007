import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StockItem, StockMovement } from "#contract/backoffice/stock.ts";
import type { CountedItem, CountEntriesResult, StockCount } from "#contract/backoffice/stock-counts.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { createOrder, orderOf, orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { findStockDeviations } from "./index.ts";

let entries = 0;

for (const engine of engines)
  describe(`counts of stock on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let packer: StaffVisitor;
    let ring: StockItem;
    let pearl: StockItem;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      packer = (await staffMember(shop, "packer")).browser;
      await merchant.put(`/wp-json/wc/v3/products/${hoops.id}`, { sku: "HOOPS", global_unique_id: "8930000000017" });
    });
    beforeEach(async () => {
      await setStock(shop, hoops.id, 10);
      await setStock(shop, pearls.id, 5);
      [ring, pearl] = (await Promise.all([item(hoops.id), item(pearls.id)])) as [StockItem, StockItem];
    });

    const item = async (productId: number): Promise<StockItem> => {
      const row = await shop.db.one<{ id: number }>(sql`select stock_id id from product where id = ${productId}`);
      return (await owner.call<StockItem[]>("GET", `/stock-items?include=${row?.id}`)).body[0] as StockItem;
    };
    const start = async (own: object = {}) =>
      (await owner.call<StockCount>("POST", "/stock-counts", { scope: "all", includes_unpacked: false, ...own })).body
        .id;
    const entry = (own: object, quantity = 1) => ({
      id: `e${++entries}`,
      quantity,
      at: new Date().toISOString(),
      ...own,
    });
    const send = (count: number, list: object[], browser = packer) =>
      browser.call<CountEntriesResult & Problem>("PUT", `/stock-counts/${count}/items`, { entries: list });
    const items = async (count: number, show = "counted", browser = owner) =>
      (await browser.call<CountedItem[]>("GET", `/stock-counts/${count}/items?show=${show}`)).body;
    const figuresOf = async (count: number, { stock_id }: StockItem) =>
      (await items(count)).find((one) => one.item.stock_id === stock_id);
    const close = (count: number, own: object = {}, browser = owner) =>
      browser.call<StockCount & Problem>("POST", `/stock-counts/${count}/close`, own);
    const order = (quantity: number) => ({ line_items: [{ product_id: hoops.id, quantity }] });

    test("ST03: scans by SKU, barcode and id add up, and a repeated request adds nothing", async () => {
      const count = await start();
      const scans = [entry({ code: "HOOPS" }), entry({ code: "8930000000017" }), entry({ variation_id: hoops.id }, 6)];
      const sent = await send(count, scans);
      expect(sent.body).toMatchObject({ rejected: [], items: [{ item: { sku: "HOOPS" }, counted: 8 }] });
      // once more, with a new scan, as the offline queue does after a lost response
      const again = await send(count, [...scans, entry({ stock_id: ring.stock_id })]);
      expect(again.body.items[0]?.counted).toBe(9);
      const unknown = await send(count, [entry({ code: "no such code" })]);
      expect(unknown.body).toMatchObject({ stored: [], rejected: [{ reason: "unknown" }] });
    });

    test("ST03: several people count at once, and the missing items are listed", async () => {
      const count = await start();
      const both = [owner, packer].flatMap((browser) =>
        [1, 2, 3].map(() => send(count, [entry({ code: "HOOPS" })], browser)),
      );
      for (const { status } of await Promise.all(both)) expect(status).toBe(200);
      expect((await figuresOf(count, ring))?.counted).toBe(6);
      const { body } = await owner.call<StockCount>("GET", `/stock-counts/${count}`);
      expect(body).toMatchObject({ counted: 1, different: 1, state: "open" });
      const missing = await owner.call<CountedItem[]>("GET", `/stock-counts/${count}/items?show=missing&per_page=200`);
      expect(missing.header("x-wp-total")).toBe(String(body.missing));
      const ids = missing.body.map((one) => one.item.stock_id);
      expect([ids.includes(pearl.stock_id), ids.includes(ring.stock_id)]).toEqual([true, false]);
    });

    test("ST03: a count of a category or of a place covers its items alone", async () => {
      const category = await shop.db.one<{ id: number }>(
        sql`select category_id id from product_category where product_id = ${hoops.id} limit 1`,
      );
      await shop.db.write(sql`
        insert into stock_detail (stock_id, bin) values (${pearl.stock_id}, 'A1') on conflict (stock_id) do update set bin = 'A1'`);
      const inCategory = await start({ scope: "category", category_id: category?.id });
      expect((await send(inCategory, [entry({ stock_id: ring.stock_id })])).body.stored).toHaveLength(1);
      const inPlace = await start({ scope: "bin", bin: "A1" });
      const { body } = await send(inPlace, [entry({ stock_id: ring.stock_id }), entry({ stock_id: pearl.stock_id })]);
      expect([body.stored.length, body.rejected.map(({ reason }) => reason)]).toEqual([1, ["not_covered"]]);
      expect((await owner.call<StockCount>("GET", `/stock-counts/${inPlace}`)).body).toMatchObject({
        missing: 0,
        bin: "A1",
      });
      const wrong = await owner.call<Problem>("POST", "/stock-counts", { scope: "category" });
      expect([wrong.status, Object.keys(wrong.body.data.params ?? {})]).toEqual([400, ["category_id"]]);
    });

    test("ST04: what is sold after an item was counted is shown, and does not become a difference", async () => {
      const count = await start();
      await send(count, [entry({ code: "HOOPS" }, 9)]);
      await orderOf(merchant, order(3));
      expect(await figuresOf(count, ring)).toMatchObject({ counted: 9, expected: 10, difference: -1, sold_since: 3 });
      const closed = await close(count);
      expect(closed.body).toMatchObject({ state: "closed", different: 1 });
      // 10 - 3 sold - 1 missing
      expect(await stockOf(shop, hoops.id)).toBe(6);
      expect(await findStockDeviations(shop.db)).toEqual([]);
    });

    test("ST04: scans that arrive later, after sales, compare with the stock when they were made", async () => {
      const count = await start();
      const { body } = await owner.call<StockCount>("GET", `/stock-counts/${count}`);
      const scans = [entry({ code: "HOOPS", at: body.now }, 10)];
      await orderOf(merchant, order(4));
      // the phone was offline meanwhile; its clock may also be ahead
      await send(count, scans);
      expect(await figuresOf(count, ring)).toMatchObject({ expected: 10, difference: 0, sold_since: 4 });
      await send(count, [entry({ variation_id: pearls.id, at: "2099-01-01T00:00:00Z" }, 5)]);
      const late = await figuresOf(count, pearl);
      expect([late?.difference, new Date(late?.counted_at ?? 0).getFullYear() < 2099]).toEqual([0, true]);
    });

    test("ST04: units of orders that are not packed are still in their place, if the count includes them", async () => {
      await shop.db.write(sql`update orders set status = 'completed'`);
      const first = await orderOf(merchant, { ...order(2), status: "processing" });
      const count = await start({ includes_unpacked: true });
      await send(count, [entry({ code: "HOOPS" }, 10)]);
      expect(await figuresOf(count, ring)).toMatchObject({ expected: 10, unpacked: 2, difference: 0 });
      // packed after it was counted
      await shop.db.write(
        sql`insert into packing (order_id, state, at) values (${first.id}, 'packed', clock_timestamp())`,
      );
      expect(await figuresOf(count, ring)).toMatchObject({ expected: 10, difference: 0 });
      await send(count, [entry({ code: "HOOPS" }, -2)]);
      expect(await figuresOf(count, ring)).toMatchObject({ counted: 8, expected: 8, unpacked: 0, difference: 0 });
      await merchant.put(orderPath(first.id), { status: "cancelled" });
    });

    test("ST04: a refund request puts no packed or cancelled units back in their place", async () => {
      await shop.db.write(sql`update orders set status = 'completed'`);
      const cancelled = await orderOf(merchant, { ...order(2), status: "processing" });
      const packed = await orderOf(merchant, { ...order(3), status: "processing" });
      await shop.db.write(
        sql`insert into packing (order_id, state, at) values (${packed.id}, 'packed', clock_timestamp())`,
      );
      for (const { id } of [cancelled, packed])
        await shop.db.write(sql`
          insert into refund_request (order_id, amount, refund, reason, by_customer, requested_at)
          values (${id}, 1000, '{}', '', true, now())`);
      await merchant.put(orderPath(cancelled.id), { status: "cancelled" });
      const count = await start({ includes_unpacked: true });
      await send(count, [entry({ code: "HOOPS" }, 7)]);
      expect(await figuresOf(count, ring)).toMatchObject({ expected: 7, unpacked: 0, difference: 0 });
      await shop.db.write(sql`delete from refund_request where order_id in (${cancelled.id}, ${packed.id})`);
    });

    test("ST05: an item is counted again, and closing books the rest as one set that is reverted once", async () => {
      const count = await start();
      await send(count, [entry({ code: "HOOPS" }, 4), entry({ variation_id: pearls.id }, 7)]);
      await owner.call("POST", `/stock-counts/${count}/recount`, { stock_ids: [ring.stock_id] });
      expect(await figuresOf(count, ring)).toBeUndefined();
      await send(count, [entry({ code: "HOOPS" }, 8)]);
      expect((await items(count, "different")).map((one) => one.difference)).toEqual([-2, 2]);
      const closed = await close(count);
      expect([closed.status, closed.body.state]).toEqual([200, "closed"]);
      expect([await stockOf(shop, hoops.id), await stockOf(shop, pearls.id)]).toEqual([8, 7]);
      const { body } = await owner.call<StockMovement[]>("GET", `/stock-movements?count=${count}`);
      expect(body.map(({ quantity, reason }) => [quantity, reason]).sort()).toEqual([
        [-2, "counted"],
        [2, "counted"],
      ]);
      const late = await send(count, [entry({ code: "HOOPS" })]);
      expect([late.status, late.body.code]).toEqual([409, "lianne_invalid_state"]);
      expect((await close(count)).status).toBe(409);
      await orderOf(merchant, order(1));
      const reverted = await owner.call<StockCount>("POST", `/stock-counts/${count}/revert`);
      expect(reverted.body.state).toBe("reverted");
      expect([await stockOf(shop, hoops.id), await stockOf(shop, pearls.id)]).toEqual([9, 5]);
      expect((await owner.call("POST", `/stock-counts/${count}/revert`)).status).toBe(409);
    });

    test("ST05: excluded differences are not booked, and missing items become 0 only where that is chosen", async () => {
      const count = await start();
      await send(count, [entry({ code: "HOOPS" }, 1)]);
      await close(count, { exclude: [ring.stock_id], set_to_zero: [pearl.stock_id] });
      expect([await stockOf(shop, hoops.id), await stockOf(shop, pearls.id)]).toEqual([10, 0]);
    });

    test("ST05: the value of differences is shown with costs.view alone", async () => {
      await shop.db.write(sql`
        insert into stock_detail (stock_id, unit_cost) values (${ring.stock_id}, 150000) on conflict (stock_id) do update set unit_cost = 150000`);
      const count = await start();
      await send(count, [entry({ code: "HOOPS" }, 8)]);
      expect((await items(count, "different"))[0]?.value).toBe(-300_000);
      expect((await items(count, "different", packer))[0]?.value).toBeNull();
      const summary = await packer.call<StockCount>("GET", `/stock-counts/${count}`);
      expect(summary.body.value).toBeNull();
    });

    test("ST05: the value of a count is that of the differences that are booked, previewed before it is closed", async () => {
      for (const { stock_id } of [ring, pearl])
        await shop.db.write(sql`
          insert into stock_detail (stock_id, unit_cost) values (${stock_id}, 150000) on conflict (stock_id) do update set unit_cost = 150000`);
      const count = await start();
      await send(count, [entry({ code: "HOOPS" }, 8)]);
      const read = async () => (await owner.call<StockCount>("GET", `/stock-counts/${count}`)).body;
      expect(await read()).toMatchObject({ state: "open", booked: 1, value: -300_000 });
      const choices = { exclude: [ring.stock_id], set_to_zero: [pearl.stock_id] };
      const booked = { booked: 1, value: -750_000 };
      expect((await close(count, { ...choices, dry_run: true })).body).toMatchObject(booked);
      expect((await close(count, { exclude: [ring.stock_id], dry_run: true })).body).toMatchObject({
        ...{ booked: 0, value: 0 },
      });
      expect(await read(), "a preview stores nothing").toMatchObject({ state: "open", booked: 1, value: -300_000 });
      expect([await stockOf(shop, hoops.id), await stockOf(shop, pearls.id)]).toEqual([10, 5]);
      expect((await close(count, choices)).body).toMatchObject({ state: "closed", different: 2, ...booked });
      expect((await close(count, { ...choices, dry_run: true })).status).toBe(409);
    });

    test("ST05: packers count, and cannot close or revert", async () => {
      const count = await start();
      for (const action of ["close", "revert"]) {
        const { status, body } = await packer.call<Problem>("POST", `/stock-counts/${count}/${action}`, {});
        expect([status, body.code, body.data.permission]).toEqual([403, "lianne_forbidden", "stock.receive"]);
      }
      const accountant = (await staffMember(shop, "accountant")).browser;
      expect((await send(count, [entry({ code: "HOOPS" })], accountant)).status).toBe(403);
    });

    test("ST04: a count that is closed while orders are placed loses no sale and no difference", async () => {
      const count = await start();
      await send(count, [entry({ code: "HOOPS" }, 8)]);
      const buy = () => createOrder(merchant, order(1));
      const [closed, ...orders] = await Promise.all([close(count), buy(), buy(), buy(), buy()]);
      expect([closed.status, ...orders.map(({ status }) => status)]).toEqual([200, 201, 201, 201, 201]);
      expect(await stockOf(shop, hoops.id)).toBe(4);
      expect(await findStockDeviations(shop.db)).toEqual([]);
    });

    test("ST04: a stock never falls below 0, even if more was sold than there was", async () => {
      const count = await start();
      await send(count, [entry({ code: "HOOPS" }, 2)]);
      await orderOf(merchant, order(9));
      await close(count);
      expect(await stockOf(shop, hoops.id)).toBe(0);
    });
  });
