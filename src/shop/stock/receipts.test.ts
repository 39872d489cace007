import { dong } from "#contract/money.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ProductLabel, StockItem, StockMovement } from "#contract/backoffice/stock.ts";
import type { StockReceipt, StockReceipts } from "#contract/backoffice/stock-receipts.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, stockOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { averageCost } from "./receipts.ts";

test("ST06: the average cost weighs units on hand and received units", () => {
  const cases: [number, number | null, number, number | null, number | null][] = [
    [10, 100_000, 10, 200_000, 150_000],
    [0, 100_000, 5, 200_000, 200_000],
    [3, 100_000, 1, 100_002, 100_001],
    [7, null, 3, 90_000, 90_000],
    [7, 80_000, 3, null, 80_000],
    [7, null, 3, null, null],
  ];
  const costOf = (amount: number | null) => (amount === null ? null : dong(amount));
  for (const [quantity, unitCost, received, cost, average] of cases)
    expect(averageCost({ quantity, unitCost: costOf(unitCost) }, { quantity: received, unitCost: costOf(cost) })).toBe(
      average,
    );
});

for (const engine of engines)
  describe(`receipts on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let staff: StaffVisitor;
    let packer: StaffVisitor;
    let hoopsStock: number;
    let pearlsStock: number;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      staff = (await staffMember(shop, "staff")).browser;
      packer = (await staffMember(shop, "packer")).browser;
      [hoopsStock, pearlsStock] = (await Promise.all([stockId(hoops.id), stockId(pearls.id)])) as [number, number];
    });
    beforeEach(async () => {
      for (const { id } of [hoops, pearls]) await setStock(shop, id, 10);
    });
    const stockId = async (productId: number) =>
      (await shop.db.one<{ id: number }>(sql`select stock_id id from product where id = ${productId}`))?.id ?? 0;
    const receive = (lines: object[], browser = owner) =>
      browser.call<StockReceipt & Problem>("POST", "/stock-receipts", {
        ...{ supplier: "Xưởng bạc Huế", document_number: "PX-12", lines },
      });

    test("ST06: a receipt adds the units, updates the average cost and names supplier and document", async () => {
      const { status, body } = await receive([
        { stock_id: hoopsStock, quantity: 10, unit_cost: 100_000 },
        { stock_id: hoopsStock, quantity: 20, unit_cost: 160_000 },
        { stock_id: pearlsStock, quantity: 2 },
      ]);
      expect([status, body.supplier, body.document_number, body.units]).toEqual([201, "Xưởng bạc Huế", "PX-12", 32]);
      expect([body.value, body.lines.map((line) => line.unit_cost)]).toEqual([4_200_000, [100_000, 160_000, null]]);
      expect([await stockOf(shop, hoops.id), await stockOf(shop, pearls.id)]).toEqual([40, 12]);
      const cost = await shop.db.all<{ cost: number }>(
        sql`select unit_cost cost from stock_detail where stock_id = any(${[hoopsStock, pearlsStock]}::integer[])`,
      );
      // (10 + 10) units at 100,000, then 20 at 160,000
      expect(cost).toEqual([{ cost: 130_000 }]);
      const moved = await owner.call<StockMovement[]>("GET", `/stock-movements?receipt=${body.id}`);
      expect(moved.body.map(({ quantity, reason }) => [quantity, reason]).sort()).toEqual([
        [2, "receipt"],
        [30, "receipt"],
      ]);
    });

    test("ST06: costs are shown with costs.view alone, and packers record no receipt", async () => {
      const { body } = await receive([{ stock_id: hoopsStock, quantity: 1, unit_cost: 99_000 }], staff);
      expect([body.value, body.lines[0]?.unit_cost]).toEqual([null, null]);
      const seen = await packer.call<StockReceipts>("GET", "/stock-receipts");
      expect(JSON.stringify(seen.body)).not.toContain("99000");
      const accountant = (await staffMember(shop, "accountant")).browser;
      const full = await accountant.call<StockReceipt>("GET", `/stock-receipts/${body.id}`);
      expect(full.body).toMatchObject({
        value: 99_000,
        lines: [{ unit_cost: 99_000, item: { product_id: hoops.id } }],
      });
      const rejected = await receive([{ stock_id: hoopsStock, quantity: 1 }], packer);
      expect([rejected.status, rejected.body.data.permission]).toEqual([403, "stock.receive"]);
    });

    test("ST06: receipts are listed in pages, the newest first, with their number", async () => {
      const ids: number[] = [];
      for (const quantity of [1, 2, 3]) ids.unshift((await receive([{ stock_id: hoopsStock, quantity }])).body.id);
      const pageOf = async (query: string) => owner.call<StockReceipts & Problem>("GET", `/stock-receipts?${query}`);
      const first = await pageOf("per_page=2");
      const second = await pageOf("per_page=2&page=2");
      expect([...first.body, ...second.body].slice(0, 3).map(({ id }) => id)).toEqual(ids);
      const all = await pageOf("per_page=100");
      expect([first, second].map((one) => one.header("x-wp-total"))).toEqual([
        String(all.body.length),
        String(all.body.length),
      ]);
      expect((await pageOf("page=10000")).body).toEqual([]);
      for (const wrong of ["page=0", "per_page=101", "page=x"]) {
        const { status, body } = await pageOf(wrong);
        expect([status, Object.keys(body.data.params ?? {})], wrong).toEqual([400, [wrong.split("=")[0]]]);
      }
    });

    test("ST06: a receipt of unknown or unmanaged stock is rejected by line, and nothing is written", async () => {
      const before = await owner.call<StockReceipts>("GET", "/stock-receipts");
      const { status, body } = await receive([
        { stock_id: hoopsStock, quantity: 3 },
        { stock_id: 99_999_999, quantity: 1 },
      ]);
      expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ["lines[1][stock_id]"]]);
      expect(await stockOf(shop, hoops.id)).toBe(10);
      expect((await owner.call<StockReceipts>("GET", "/stock-receipts")).body).toEqual(before.body);
    });

    test("ST06: receipts and orders at the same time lose no unit, and the average cost no receipt", async () => {
      const buy = () => orderOf(merchant, { line_items: [{ product_id: hoops.id, quantity: 1 }] });
      const lines = [{ stock_id: hoopsStock, quantity: 5, unit_cost: 100_000 }];
      await Promise.all([receive(lines), buy(), receive(lines), buy(), receive(lines)]);
      expect(await stockOf(shop, hoops.id)).toBe(10 + 15 - 2);
    });

    test("ST01: a staff member removes damaged and given units with their reason, never more than there are", async () => {
      const adjust = (own: object, browser = staff) =>
        browser.call<StockItem & Problem>("POST", "/stock-adjustments", { stock_id: hoopsStock, ...own });
      const { body } = await adjust({ quantity: -2, reason: "damaged", note: "gãy móc" });
      expect(body.quantity).toBe(8);
      await adjust({ quantity: -1, reason: "given_away" });
      const moved = await owner.call<StockMovement[]>("GET", `/stock-movements?stock=${hoopsStock}&per_page=2`);
      expect(moved.body.map(({ quantity, reason, note }) => [quantity, reason, note])).toEqual([
        [-1, "given_away", null],
        [-2, "damaged", "gãy móc"],
      ]);
      const tooMany = await adjust({ quantity: -8, reason: "correction" });
      expect([tooMany.status, tooMany.body.code, tooMany.body.data.available]).toEqual([
        409,
        "lianne_not_enough_stock",
        7,
      ]);
      expect((await adjust({ quantity: -1, reason: "damaged" }, packer)).status).toBe(403);
    });

    test("ST08: labels show SKU, name, option and price of the selected variations", async () => {
      const [variation] = await shop.db.write<{ id: number; sku: string; price: number }>(sql`
        update variation set sku = 'LABEL-1' where id = (select id from variation where status = 'publish' order by id limit 1)
        returning id, sku, price`);
      const { body } = await staff.call<ProductLabel[]>("GET", `/product-labels?ids=${hoops.id},${variation?.id}`);
      expect(body.map(({ id }) => id)).toEqual([hoops.id, variation?.id]);
      expect(body[1]).toMatchObject({
        sku: variation?.sku,
        price: variation?.price,
        option: expect.stringMatching(/.+/),
      });
      expect((await packer.call("GET", `/product-labels?ids=${hoops.id}`)).status).toBe(403);
    });
  });
