import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import {
  aggregateSales,
  findPurchasables,
  releaseStock,
  recordSales,
  type StockQuantity,
  resolveVariation,
  reserveStock,
  announceStockChanges,
} from "./index.ts";

for (const engine of engines)
  describe(`stock and purchasables on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
      for (const id of [101, 102]) await setStock(shop, id, 5);
    });
    const take = (...units: StockQuantity[]) =>
      shop.db.transaction((tx) => reserveStock(tx, units, { reason: "sold" }));
    const onHand = async (stockId: number) =>
      (await shop.db.one<{ quantity: number }>(sql`select quantity from stock where id = ${stockId}`))?.quantity;

    test("all items are reserved or none, with two lines of one stock added up", async () => {
      expect(
        await take({ stockId: 101, quantity: 3 }, { stockId: 102, quantity: 1 }, { stockId: 101, quantity: 3 }),
      ).toEqual({
        ok: false,
        short: [{ stockId: 101, available: 5 }],
      });
      expect([await onHand(101), await onHand(102)]).toEqual([5, 5]);
      expect(await take({ stockId: 101, quantity: 2 }, { stockId: 101, quantity: 3 })).toEqual({ ok: true });
      expect(await onHand(101)).toBe(0);
      await shop.db.transaction((tx) => releaseStock(tx, [{ stockId: 101, quantity: 5 }], { reason: "cancelled" }));
      expect(await onHand(101)).toBe(5);
      expect(await take({ stockId: 999_999, quantity: 1 })).toEqual({
        ok: false,
        short: [{ stockId: 999_999, available: 0 }],
      });
      expect(await take()).toEqual({ ok: true });
    });

    test("the last item never goes to two concurrent orders, in any order of requests", async () => {
      const [one, other] = [
        { stockId: 101, quantity: 3 },
        { stockId: 102, quantity: 3 },
      ];
      const results = await Promise.all([take(one, other), take(other, one), take(one, other), take(other, one)]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect([await onHand(101), await onHand(102)]).toEqual([2, 2]);
    });

    test("a sale that leaves stock is not announced at once, but by announceStockChanges", async () => {
      const received: string[] = [];
      const subscription = Promise.withResolvers<void>();
      const receive = (messages: string) => void received.push(...messages.split(" "));
      const stop = await shop.db.listen("cache_invalidation", {
        onNotification: receive,
        onSubscribed: subscription.resolve,
        onDisconnected: () => {},
        onDatabaseDown: () => {},
      });
      await subscription.promise;
      await setStock(shop, 102, 7);
      await expect.poll(() => received).toContain("product:102");
      received.length = 0;
      await take({ stockId: 102, quantity: 6 });
      await shop.db.transaction((tx) => recordSales(tx, [{ productId: 102, quantity: 6 }]));
      // notifications arrive in the order of their commits
      await shop.db.write(sql`select pg_notify('cache_invalidation', 'so far')`);
      await expect.poll(() => received).toContain("far");
      expect(received).toEqual(["so", "far"]);
      expect(await shop.db.transaction(announceStockChanges)).toBe(1);
      await expect.poll(() => received.toSorted()).toEqual(["far", "product:102", "so"]);
      // once; what is aggregated later invalidates lists by popularity and responses that contain total sales
      expect(await shop.db.transaction(announceStockChanges)).toBe(0);
      expect(await shop.db.transaction(aggregateSales)).toBe(1);
      await expect.poll(() => received.toSorted()).toEqual(["far", "product:102", "product:102", "sales", "so"]);
      received.length = 0;
      await take({ stockId: 102, quantity: 1 });
      await expect.poll(() => received).toContain("product:102");
      await stop();
    });

    test("sales count towards popularity, and returned items no longer do", async () => {
      const sold = async () => {
        const response = await shop
          .client()
          .api.filteredList({ category_slug: "rings", orderby: "popularity", order: "ASC" });
        return response.ok ? response.data.products[0]?.id : undefined;
      };
      const min = await sold();
      const count = (quantity: number) =>
        shop.db.transaction(async (tx) => {
          await recordSales(tx, [{ productId: min ?? 0, quantity }]);
          expect(await aggregateSales(tx)).toBe(1);
        });
      await count(1_000_000);
      await expect.poll(sold).not.toBe(min);
      await count(-1_000_000);
      await expect.poll(sold).toBe(min);
    });

    test("a selection matches by stored value, slug or name, and only if it is unambiguous", async () => {
      const resolve = (attributes: Record<string, string>) => resolveVariation(shop.db, 101, attributes);
      expect(await resolve({ pa_size: "50 mm", pa_box: "Gift Box" })).toBe(10_104);
      expect(await resolve({ size: "50-mm", attribute_pa_box: "Hộp quà" })).toBe(10_104);
      for (const wrong of [{}, { pa_size: "50 mm" }, { pa_size: "1 mm", pa_box: "Gift Box" }, { pa_colour: "red" }]) {
        expect(await resolve(wrong as Record<string, string>)).toBeNull();
      }
    });

    test("a product whose last two sizes are sold concurrently is out of stock", async () => {
      const ring = await shop.db.one<{ id: number; stocks: number[] }>(sql`
        select product_id id, array_agg(distinct stock_id) stocks from variation where status = 'publish'
        group by product_id having count(distinct stock_id) > 1 order by product_id limit 1`);
      const stocks = ring?.stocks ?? [];
      const lasts = stocks.slice(0, 2);
      await shop.db.write(sql`update stock set quantity = 0 where id = any(${stocks}::integer[])`);
      await shop.db.transaction((tx) =>
        releaseStock(
          tx,
          lasts.map((stockId) => ({ stockId, quantity: 1 })),
          { reason: "cancelled" },
        ),
      );
      const inStock = async () =>
        (await shop.db.one<{ yes: boolean }>(sql`select in_stock yes from product where id = ${ring?.id}`))?.yes;
      expect(await inStock()).toBe(true);
      const buy = (stockId: number) =>
        shop.db.transaction(async (tx) => {
          const taken = await reserveStock(tx, [{ stockId, quantity: 1 }], { reason: "sold" });
          // by now the other transaction waits for the lock
          await pause(100);
          return taken;
        });
      expect(await Promise.all(lasts.map(buy))).toEqual([{ ok: true }, { ok: true }]);
      expect(await inStock()).toBe(false);
    });

    test("purchasables are returned in the requested order, with gaps for missing ones", async () => {
      const found = await findPurchasables(shop.db, [
        { productId: 101, variationId: 10_104 },
        { productId: 102, variationId: 10_104 },
        { productId: 999, variationId: null },
        { productId: 101, variationId: null },
        { productId: 131, variationId: null },
      ]);
      expect(found.map((one) => one?.productId)).toEqual([101, undefined, undefined, 101, 131]);
      expect(found[0]).toMatchObject({
        purchasable: true,
        unitPrice: 490_000,
        stockId: 101,
        option: { vi: "50 mm, Hộp quà", en: "50 mm, Gift Box" },
        category: { slug: "rings" },
        gifts: [{ slug: "gift-box-rings" }],
      });
      expect(found[3]).toMatchObject({ purchasable: false, needsVariation: true });
      expect(found[4]).toMatchObject({ purchasable: true, needsVariation: false, option: { vi: "", en: "" } });
      const [toyCar] = await findPurchasables(shop.db, [{ productId: 117, variationId: null }]);
      expect(toyCar?.gifts[0]?.slug).toBe("toy-car");
    });
  });
