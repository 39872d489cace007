import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Today } from "#contract/order-workflow.ts";
import type { LowStockEntry, LowStockSetting } from "#contract/backoffice/stock.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`low stock on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let staff: StaffVisitor;
    let packer: StaffVisitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      staff = (await staffMember(shop, "staff")).browser;
      packer = (await staffMember(shop, "packer")).browser;
      // only what a test sets is low
      await shop.db.write(sql`update stock set quantity = 100 where managed`);
    });
    beforeEach(async () => {
      for (const { id } of [hoops, pearls]) await setStock(shop, id, 10);
    });

    const low = async (query = "") => (await owner.call<LowStockEntry[]>("GET", `/low-stock${query}`)).body;
    const lowIds = async (query = "") => (await low(query)).map(({ item }) => item.product_id);
    const queue = async (browser = owner) =>
      (await browser.call<Today>("GET", "/today")).body.queues.find(({ name }) => name === "low_stock");

    test("ST07: items at or below the shop's threshold or their own are listed, those that last the shortest first", async () => {
      expect(await low()).toEqual([]);
      expect(await queue()).toBeUndefined();
      await setStock(shop, pearls.id, 2);
      expect(await lowIds()).toEqual([pearls.id]);
      await owner.call("PUT", `/low-stock/${hoops.id}`, { threshold: 10 });
      await orderOf(merchant, { line_items: [{ product_id: hoops.id, quantity: 5 }] });
      const [first, second] = await low();
      expect(first).toMatchObject({ item: { product_id: hoops.id, quantity: 5 }, threshold: 10, own_threshold: 10 });
      expect(first).toMatchObject({ sold: 5, days_left: 30 });
      expect(second).toMatchObject({
        item: { product_id: pearls.id },
        threshold: 2,
        own_threshold: null,
        days_left: null,
      });
      const wc = await merchant.get<{ low_stock_amount: number }>(`/wp-json/wc/v3/products/${hoops.id}`);
      expect(wc.body.low_stock_amount).toBe(10);
      expect(await command(shop, "settings set low_stock_threshold 1")).toMatchObject({ exit: 0 });
      expect(await lowIds()).toEqual([hoops.id]);
      await command(shop, "settings unset low_stock_threshold");
      await owner.call("PUT", `/low-stock/${hoops.id}`, { threshold: null });
      expect(await lowIds()).toEqual([pearls.id]);
    });

    test("GR10: threshold and mute of an item that changed are not overwritten", async () => {
      await setStock(shop, pearls.id, 1);
      const seen = (await low()).find(({ item }) => item.product_id === pearls.id);
      const write = (body: object, tag: string | null) =>
        owner.call<LowStockSetting & Problem>("PUT", `/low-stock/${pearls.id}`, body, { "if-match": tag });
      expect((await write({ threshold: 4 }, null)).body.code).toBe("lianne_version_required");
      const changed = await write({ threshold: 3 }, `"${seen?.version}"`);
      expect([changed.status, changed.body.own_threshold]).toEqual([200, 3]);
      const late = await write({ threshold: 4 }, `"${seen?.version}"`);
      expect([late.status, late.body.code, late.body.data.current]).toMatchObject([
        412,
        "lianne_conflict",
        { own_threshold: 3, muted_until: null, version: changed.body.version },
      ]);
      expect((await write({ threshold: null }, `"${changed.body.version}"`)).body.own_threshold).toBeNull();
    });

    test("GR10: a variation without a threshold has that of its product, in the list, in a conflict and in its version", async () => {
      const wc = "/wp-json/wc/v3/products";
      const product = await merchant.post<{ id: number }>(wc, {
        ...{ name: "Nhẫn đo", type: "variable", status: "publish", low_stock_amount: 5 },
        attributes: [{ name: "Cỡ", variation: true, options: ["50"] }],
      });
      const variation = await merchant.post<{ id: number }>(`${wc}/${product.body.id}/variations`, {
        ...{ regular_price: "100000", manage_stock: true, stock_quantity: 4 },
        attributes: [{ name: "Cỡ", option: "50" }],
      });
      const read = async () => (await low()).find(({ item }) => item.variation_id === variation.body.id);
      const write = (body: object, tag: string | undefined) =>
        owner.call<LowStockSetting & Problem>("PUT", `/low-stock/${variation.body.id}`, body, {
          "if-match": `"${tag}"`,
        });
      const seen = await read();
      expect(seen).toMatchObject({ threshold: 5, own_threshold: 5, muted_until: null });
      const muted_until = new Date(shop.clock.now().getTime() + 2 * hourMs).toISOString();
      const muted = await write({ muted_until }, seen?.version);
      expect([muted.status, muted.body]).toMatchObject([200, { own_threshold: 5, muted_until }]);
      const late = await write({ threshold: 4 }, seen?.version);
      expect([late.status, late.body.data.current]).toEqual([412, muted.body]);
      const shown = await write({ muted_until: null }, muted.body.version);
      await merchant.put(`${wc}/${product.body.id}`, { low_stock_amount: 6 });
      const outdated = await write({ threshold: 4 }, shown.body.version);
      expect([outdated.status, outdated.body.data.current]).toMatchObject([412, { own_threshold: 6 }]);
      expect(await read()).toMatchObject(outdated.body.data.current as LowStockSetting);
      await merchant.delete(`${wc}/${product.body.id}?force=true`);
    });

    test("ST07, GR10: the variations that share the stock of their product have one threshold, in the list and after a write", async () => {
      const wc = "/wp-json/wc/v3/products";
      const { body: product } = await merchant.post<{ id: number }>(wc, {
        ...{ name: "Nhẫn chung kho", type: "variable", status: "publish", manage_stock: true, stock_quantity: 4 },
        attributes: [{ name: "Cỡ", variation: true, options: ["50", "52"] }],
      });
      const variation = async (option: string, low_stock_amount: number) => {
        const attributes = [{ name: "Cỡ", option }];
        const own = { regular_price: "100000", manage_stock: false, low_stock_amount, attributes };
        return (await merchant.post<{ id: number }>(`${wc}/${product.id}/variations`, own)).body.id;
      };
      const ids = [await variation("50", 9), await variation("52", 1)];
      const read = async () => (await low()).filter(({ item }) => item.product_id === product.id);
      const write = (id: number, body: object, version: string | undefined) =>
        owner.call<LowStockSetting & Problem>("PUT", `/low-stock/${id}`, body, { "if-match": `"${version}"` });
      const [seen] = await read();
      expect(await read()).toMatchObject([
        { item: { variation_id: null, quantity: 4 }, threshold: 9, own_threshold: 9 },
      ]);
      const conflict = await write(product.id, { threshold: 5 }, "old");
      expect([conflict.status, conflict.body.data.current]).toMatchObject([
        412,
        { own_threshold: 9, version: seen?.version },
      ]);
      // with the lower of them one of both items is low
      await merchant.put(`${wc}/${product.id}/variations/${ids[0]}`, { low_stock_amount: null });
      await setStock(shop, product.id, 2);
      const [lower] = await read();
      expect(lower).toMatchObject({ threshold: 2, own_threshold: 1 });
      for (const [id, threshold] of [
        [product.id, 6],
        [ids[1] ?? 0, 7],
        [product.id, null],
      ] as const) {
        const [before] = await read();
        const written = await write(id, { threshold }, before?.version);
        expect([written.status, written.body.own_threshold]).toEqual([200, threshold]);
        expect(await read()).toMatchObject([
          { threshold: threshold ?? 2, own_threshold: threshold, version: written.body.version },
        ]);
      }
      await merchant.delete(`${wc}/${product.id}?force=true`);
    });

    test("ST07: the threshold of a shared stock leaves a variation with a stock of its own at the shop's", async () => {
      const wc = "/wp-json/wc/v3/products";
      const { body: product } = await merchant.post<{ id: number }>(wc, {
        ...{ name: "Nhẫn nửa chung kho", type: "variable", status: "publish", manage_stock: true, stock_quantity: 4 },
        attributes: [{ name: "Cỡ", variation: true, options: ["50", "52"] }],
      });
      const variation = async (option: string, stock: object) => {
        const body = { regular_price: "100000", attributes: [{ name: "Cỡ", option }], ...stock };
        return (await merchant.post<{ id: number }>(`${wc}/${product.id}/variations`, body)).body.id;
      };
      const shared = await variation("50", { manage_stock: false });
      const own = await variation("52", { manage_stock: true, stock_quantity: 3 });
      const write = async (id: number, threshold: number | null) =>
        (await owner.call<LowStockSetting>("PUT", `/low-stock/${id}`, { threshold }, { "if-match": "*" })).body;
      const entries = async () => (await low()).filter(({ item }) => item.product_id === product.id);
      for (const id of [product.id, shared]) {
        expect(await write(id, 6)).toMatchObject({ own_threshold: 6 });
        expect(await entries()).toMatchObject([{ item: { quantity: 4 }, threshold: 6, own_threshold: 6 }]);
        expect(await write(id, null)).toMatchObject({ own_threshold: null });
        expect(await entries()).toEqual([]);
      }
      expect(await write(own, 5)).toMatchObject({ own_threshold: 5 });
      expect(await entries()).toMatchObject([{ item: { variation_id: own }, threshold: 5 }]);
      await merchant.delete(`${wc}/${product.id}?force=true`);
    });

    test("ST07, TD02: a muted entry leaves the list and the queue of Today until its date", async () => {
      await setStock(shop, pearls.id, 1);
      expect(await queue(staff)).toMatchObject({ count: 1, oldest_at: null, level: "normal", href: "/stock/low" });
      expect(await queue(packer)).toBeUndefined();
      const until = new Date(shop.clock.now().getTime() + 2 * hourMs).toISOString();
      await owner.call("PUT", `/low-stock/${pearls.id}`, { muted_until: until });
      expect([await lowIds(), await lowIds("?muted=true"), await queue()]).toEqual([[], [pearls.id], undefined]);
      shop.clock.advance(3 * hourMs);
      expect(await lowIds()).toEqual([pearls.id]);
      expect((await queue(owner))?.count).toBe(1);
    });
  });
