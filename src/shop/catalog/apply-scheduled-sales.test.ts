import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { findPurchasables } from "./index.ts";

const wc = "/wp-json/wc/v3/products";

for (const engine of engines)
  describe(`scheduled sales on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
    });
    const inHours = (hours: number): Date => new Date(shop.clock.now().getTime() + hours * hourMs);
    const plan = (table: "product" | "variation", id: number) => sql`
      update ${table === "product" ? sql`product` : sql`variation`}
      set scheduled_sale_price = 100000, sale_from = ${inHours(1)}, sale_to = ${inHours(2)} where id = ${id}`;
    const priceOf = async (productId: number, variationId: number | null) => {
      const [unit] = await findPurchasables(shop.db, [{ productId, variationId }]);
      return unit?.unitPrice;
    };

    test("start and end on time, for a product and for a variation, and pages are invalidated", async () => {
      await shop.db.write(plan("product", 131));
      await shop.db.write(plan("variation", 10_101));
      const before = [await priceOf(131, null), await priceOf(101, 10_101)];
      const shown = async () =>
        (await shop.client().get<{ price: string; on_sale: boolean; sale_price: string }>(`${wc}/131`)).body;
      expect(await shown()).toMatchObject({ price: String(before[0]), on_sale: false, sale_price: "" });
      const merchant = await merchantOf(shop, "read");
      const planned = (await merchant.get<Record<string, string>>(`${wc}/131`)).body;
      expect(planned).toMatchObject({ price: String(before[0]), on_sale: false, sale_price: "100000" });
      expect(planned.date_on_sale_from_gmt).toMatch(/^\d{4}-\d\d-\d\dT/);

      await shop.runJobs();
      expect([await priceOf(131, null), await priceOf(101, 10_101)]).toEqual(before);
      shop.clock.advance(hourMs + 1000);
      await shop.runJobs();
      expect([await priceOf(131, null), await priceOf(101, 10_101)]).toEqual([100_000, 100_000]);
      await expect.poll(shown).toMatchObject({ price: "100000", on_sale: true, sale_price: "100000" });
      // the variation with the first term of each attribute determines the product's price
      const [card] = await shop.db.all(sql`select price, on_sale "onSale" from product where id = 101`);
      expect(card).toEqual({ price: 100_000, onSale: true });

      shop.clock.advance(hourMs);
      await shop.runJobs();
      expect([await priceOf(131, null), await priceOf(101, 10_101)]).toEqual(before);
      await expect.poll(shown).toMatchObject({ price: String(before[0]), on_sale: false });
    });

    test("a sale price that is not lower, or has ended, is not in force", async () => {
      const salePriceOf = async (wanted: number, to: Date | null) => {
        await shop.db.write(
          sql`update product set scheduled_sale_price = ${wanted}, sale_from = null, sale_to = ${to}::timestamptz where id = 131`,
        );
        return (await shop.db.one<{ price: number | null }>(sql`select sale_price price from product where id = 131`))
          ?.price;
      };
      expect(await salePriceOf(1000, null)).toBe(1000);
      expect(await salePriceOf(1_000_000_000, null)).toBeNull();
      expect(await salePriceOf(1000, new Date(0))).toBeNull();
      expect(await salePriceOf(0, null)).toBe(0);
    });
  });
