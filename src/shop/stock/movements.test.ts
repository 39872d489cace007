import { beforeAll, describe, expect, test } from "vitest";
import type { StockItem, StockMovement } from "#contract/backoffice/stock.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { aCodOrder, hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { findStockDeviations } from "./index.ts";

const products = "/wp-json/wc/v3/products";

for (const engine of engines)
  describe(`stock movements on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      for (const { id } of [hoops, pearls]) await setStock(shop, id, 50);
    });

    const movements = async (query: string, browser = owner): Promise<StockMovement[]> =>
      (await browser.call<StockMovement[]>("GET", `/stock-movements?${query}`)).body;
    const brief = ({ quantity, old_stock, new_stock, reason, order_id, actor }: StockMovement) => ({
      ...{ quantity, old_stock, new_stock, reason, order_id, actor: actor?.id ?? null },
    });
    const newest = async (productId: number) => (await movements(`product=${productId}&per_page=1`)).map(brief)[0];
    const line = (id: number, quantity: number) => ({ product_id: id, quantity });

    test("ST01: the stock that existed before has an opening movement, and every sum equals its stock", async () => {
      const opening = await shop.db.all<{ reason: string }>(
        sql`select distinct reason from stock_movement where old_stock = 0`,
      );
      expect(opening.map(({ reason }) => reason)).toContain("opening");
      expect(await findStockDeviations(shop.db)).toEqual([]);
      expect((await command(shop, "stock check")).out).toContain("Every stock equals the sum of its movements.");
    });

    test("ST01: a shopper's order is a sale with order and customer, its cancellation returns the units", async () => {
      const visitor = shop.client();
      const customer = await visitor.register();
      const before = (await stockOf(shop, hoops.id)) ?? 0;
      const placed = await visitor.post<WooOrder>("/wp-json/wc/v3/orders", aCodOrder(), {
        "idempotency-key": "movement-1",
      });
      expect(placed.status).toBe(201);
      const order_id = placed.body.id;
      const [sold] = await movements(`order=${order_id}`);
      expect(sold && brief(sold)).toEqual({
        ...{ quantity: -1, old_stock: before, new_stock: before - 1, reason: "sold", order_id },
        actor: `customer:${customer.id}`,
      });
      expect(sold?.item).toMatchObject({ product_id: hoops.id, variation_id: null, quantity: before - 1 });
      await merchant.put(orderPath(order_id), { status: "cancelled" });
      expect(await newest(hoops.id)).toMatchObject({ quantity: 1, reason: "cancelled", order_id, new_stock: before });
      await merchant.put(orderPath(order_id), { status: "processing" });
      expect(await newest(hoops.id)).toMatchObject({ quantity: -1, reason: "sold", order_id });
    });

    test("ST01, RO03: a role without customers.view does not see which sales are of one customer", async () => {
      const { browser: packer } = await staffMember(shop, "packer");
      const sold = await movements("reason=sold", packer);
      const actors = sold.flatMap(({ actor }) => (actor?.id.startsWith("customer") ? [actor] : []));
      expect(actors.length).toBeGreaterThan(0);
      for (const actor of actors) expect(actor).toEqual({ id: "customer", name: null });
    });

    test("ST01: changed lines of an order and a refund with restocking name the order", async () => {
      const order = await orderOf(merchant, {
        payment_method: "cod",
        line_items: [line(pearls.id, 3)],
        set_paid: true,
      });
      expect(await newest(pearls.id)).toMatchObject({ quantity: -3, reason: "sold", order_id: order.id });
      const [first] = order.line_items;
      await merchant.put(orderPath(order.id), { line_items: [{ id: first?.id, quantity: 2 }] });
      expect(await newest(pearls.id)).toMatchObject({ quantity: 1, reason: "cancelled", order_id: order.id });
      const refund = await merchant.post(`${orderPath(order.id)}/refunds`, {
        ...{ api_refund: false, amount: "1000", line_items: [{ id: first?.id, quantity: 1, refund_total: 1000 }] },
      });
      expect(refund.status).toBe(201);
      expect(await newest(pearls.id)).toMatchObject({ quantity: 1, reason: "returned", order_id: order.id });
      expect(await findStockDeviations(shop.db)).toEqual([]);
    });

    test("ST01: an API client and a staff member are named, with the reasons api_client and correction", async () => {
      await merchant.put(`${products}/${hoops.id}`, { stock_quantity: 20 });
      expect(await newest(hoops.id)).toMatchObject({ new_stock: 20, reason: "api_client", order_id: null });
      expect((await newest(hoops.id))?.actor).toMatch(/^key:\d+$/);
      const changed = await owner.request("PUT", `${products}/${hoops.id}`, { inventory_delta: -2 });
      expect(changed.status).toBe(200);
      const [last] = await movements(`product=${hoops.id}&per_page=1`);
      expect(last).toMatchObject({ quantity: -2, new_stock: 18, reason: "correction", actor: { name: "Hương" } });
      // a program without any context, such as an administrator's statement
      await setStock(shop, hoops.id, 30);
      expect(await newest(hoops.id)).toMatchObject({ quantity: 12, reason: "correction", actor: null });
    });

    test("ST01: created and deleted items begin and end with a movement", async () => {
      const created = await merchant.post<{ id: number }>(products, {
        ...{ name: "Movement", regular_price: "10000", manage_stock: true, stock_quantity: 7 },
      });
      const [first] = await movements(`product=${created.body.id}`);
      expect(first && brief(first)).toMatchObject({ quantity: 7, old_stock: 0, reason: "api_client" });
      await merchant.delete(`${products}/${created.body.id}?force=true`);
      const left = await movements(`stock=${first?.stock_id}`);
      expect(left.map(({ quantity, item }) => [quantity, item])).toEqual([
        [-7, null],
        [7, null],
      ]);
    });

    test("ST02: concurrent orders leave no movement out, and each continues from the one before", async () => {
      await setStock(shop, pearls.id, 10);
      const buy = () => merchant.post<WooOrder>("/wp-json/wc/v3/orders", { line_items: [line(pearls.id, 1)] });
      const responses = await Promise.all(Array.from({ length: 12 }, buy));
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
      const sold = (await movements(`product=${pearls.id}&per_page=10`)).toReversed();
      expect(sold.map(({ old_stock, new_stock }) => [old_stock, new_stock])).toEqual(
        Array.from({ length: 10 }, (_, index) => [10 - index, 9 - index]),
      );
      expect(new Set(sold.map(({ order_id }) => order_id)).size).toBe(10);
      expect(await findStockDeviations(shop.db)).toEqual([]);
    });

    test("ST02: a rejected order leaves no movement", async () => {
      await setStock(shop, pearls.id, 1);
      const last = await newest(pearls.id);
      const { status } = await merchant.post("/wp-json/wc/v3/orders", {
        line_items: [line(hoops.id, 1), line(pearls.id, 2)],
      });
      expect(status).toBe(400);
      expect(await newest(pearls.id)).toEqual(last);
    });

    test("ST01: movements are filtered by reason and time, and read in pages", async () => {
      const all = await movements("per_page=100");
      const [first, ...rest] = all;
      expect((await movements(`per_page=2&before=${first?.id}`)).map(({ id }) => id)).toEqual(
        rest.slice(0, 2).map(({ id }) => id),
      );
      const sold = await movements("reason=sold");
      expect(new Set(sold.map(({ reason }) => reason))).toEqual(new Set(["sold"]));
      const from = sold.at(-1)?.at ?? "";
      expect((await movements(`reason=sold&from=${from}`)).length).toBe(sold.length);
      expect(await movements("from=2040-01-01T00:00:00Z")).toEqual([]);
      expect((await command(shop, `stock movements --product ${pearls.id}`)).out).toMatch(/-1 +1\d? → \d+|sold/);
    });

    test("ST06: items are found by code, by words without accents, and by the beginning of a SKU", async () => {
      const find = async (query: string) =>
        (await owner.call<StockItem[]>("GET", `/stock-items?${new URLSearchParams(query)}`)).body;
      const [ring] = await shop.db.all<{ sku: string; stock: number; name: string }>(sql`
        select sku, stock_id stock, name ->> 'vi' "name" from product where type = 'simple' and sku is not null order by id limit 1`);
      expect((await find(`code=${ring?.sku}`)).map(({ stock_id }) => stock_id)).toEqual([ring?.stock]);
      const words = ring?.name.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/đ/gi, "d").toUpperCase();
      expect((await find(`search=${words}`)).map(({ stock_id }) => stock_id)).toContain(ring?.stock);
      expect((await find(`search=${ring?.sku.toLowerCase()}`)).map(({ sku }) => sku)).toContain(ring?.sku);
      expect([await find("search=***"), await find("code=***"), await find("")]).toEqual([[], [], []]);
    });

    test("ST01: a stock that several variations share has the options that they have in common", async () => {
      const [shared] = await shop.db.all<{ stock: number; size: string }>(sql`
        select v.stock_id stock, min(t.name ->> 'en') size from variation v
          join variation_option vo on vo.variation_id = v.id join term t on t.id = vo.term_id
        where t.name ->> 'en' like '% mm' group by v.stock_id having count(distinct v.id) > 1 and count(distinct t.id) = 1
        order by v.stock_id limit 1`);
      const { body } = await owner.call<StockItem[]>("GET", `/stock-items?include=${shared?.stock}&lang=en`);
      expect(body[0]).toMatchObject({ variation_id: null, option: shared?.size });
    });

    test("ST01: movements are never changed or deleted", async () => {
      await expect(shop.db.write(sql`update stock_movement set quantity = 1`)).rejects.toThrow("only added to");
      await expect(shop.db.write(sql`delete from stock_movement`)).rejects.toThrow("only added to");
    });

    test("ST01: the job and the command report a stock that differs from its movements", async () => {
      await shop.db.script("alter table stock disable trigger stock_moved_update");
      await setStock(shop, hoops.id, 41);
      await shop.db.script("alter table stock enable trigger stock_moved_update");
      expect((await findStockDeviations(shop.db)).map(({ quantity }) => quantity)).toEqual([41]);
      shop.clock.advance(7 * 60 * 60 * 1000);
      await shop.runJobs();
      expect(shop.takeLoggedErrors().map(({ msg }) => msg)).toEqual([
        "stock differs from the sum of its movements: see `stock check`",
      ]);
      const { exit, out } = await command(shop, "stock check");
      expect([exit, out]).toEqual([1, expect.stringContaining("has 41, but its movements add up to")]);
    });
  });
