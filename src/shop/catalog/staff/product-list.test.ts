import { beforeAll, describe, expect, test } from "vitest";
import type { ProductListRow, SheetResult, StaffProductList } from "#contract/backoffice/products.ts";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { liveEnv, staffMember, type StaffVisitor } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`the product list on ${engine.name}`, () => {
    let shop: TestShop;
    let staff: StaffVisitor;
    let shopper: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: liveEnv });
      ({ browser: staff } = await staffMember(shop, "staff"));
      shopper = shop.client({ headers: { "x-forwarded-proto": "https" } });
      await shopper.register();
    });
    const list = async (query = "", browser = staff) => {
      const response = await browser.call<StaffProductList>("GET", `/product-lists?${query}`);
      expect(response.status, response.text).toBe(200);
      return { ...response.body, total: Number(response.header("x-wp-total")) };
    };
    const found = async (search: string) =>
      (await list(`search=${encodeURIComponent(search)}`)).rows.map(({ id }) => id);
    const rowOf = async (id: number): Promise<ProductListRow> => {
      const { rows } = await list("per_page=100");
      const row = rows.find((one) => one.id === id);
      if (!row) throw new Error(`product ${id} is not in the list`);
      return row;
    };
    const sheet = async (changes: object[], own: object = {}, browser = staff) => {
      const { body } = await browser.call<{ results: SheetResult[] }>("POST", "/product-sheet", { changes, ...own });
      return body.results;
    };

    test("PR01 shows prices, stock summed over sizes, categories and the last change, the newest change first", async () => {
      const { rows, total, counts } = await list("per_page=5");
      expect([rows.length, total]).toEqual([5, counts.all]);
      const times = rows.map(({ modified_at }) => modified_at);
      expect(times).toEqual(times.toSorted().reverse());
      const ring = await rowOf(101);
      const stocks = new Map(ring.variations.map(({ stock_id, quantity }) => [stock_id, quantity]));
      expect(ring.stock).toBe([...stocks.values()].reduce((sum, quantity) => sum + quantity, 0));
      expect(ring).toMatchObject({ type: "variable", status: "publish", regular_price: null });
      expect(ring.image?.src).toMatch(/^\/media\//);
      expect(ring.categories.length).toBeGreaterThan(0);
      expect(ring.variations[0]?.options).toMatch(/\w/);
    });

    test("PR01 has a tab for each state and each lack, and counts its products", async () => {
      const create = (body: object) =>
        staff.request<{ id: number }>("POST", "/wp-json/wc/v3/products", { regular_price: "100000", ...body });
      const draft = (await create({ name: "Nhẫn nháp", status: "draft" })).body.id;
      const soldOut = (await create({ name: "Nhẫn hết", manage_stock: true, stock_quantity: 0 })).body.id;
      const low = (await create({ name: "Nhẫn sắp hết", manage_stock: true, stock_quantity: 1 })).body.id;
      const bare = (await create({ name: "Nhẫn chưa giá", regular_price: "" })).body.id;
      const later = new Date(shop.clock.now().getTime() + 86_400_000).toISOString().slice(0, 19);
      const scheduled = (await create({ name: "Nhẫn hẹn", status: "future", date_created_gmt: later })).body.id;
      const hidden = (await create({ name: "Nhẫn kín", status: "private" })).body.id;
      const expected = {
        ...{ draft, future: scheduled, private: hidden, sold_out: soldOut, low, without_price: bare },
        ...{ without_image: bare, without_english: bare, publish: low },
      };
      for (const [tab, id] of Object.entries(expected)) {
        const { rows, counts, total } = await list(`tab=${tab}&per_page=100`);
        expect(
          rows.map((row) => row.id),
          tab,
        ).toContain(id);
        expect([rows.length, total], tab).toEqual([counts[tab as keyof typeof counts], rows.length]);
      }
      const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
      const lowIds = async () => ids((await list("tab=low&per_page=100")).rows);
      expect(await lowIds(), "nothing left is low too, a draft is not for sale").toContain(soldOut);
      // the same items as in the list of low stock and in Today, whose number is that of items
      const items = await staff.call<{ item: { product_id: number } }[]>("GET", "/low-stock?per_page=100");
      const products = [...new Set(items.body.map(({ item }) => item.product_id))];
      expect((await lowIds()).toSorted()).toEqual(products.toSorted());
      await staff.call("PUT", `/low-stock/${low}`, { threshold: 0 });
      expect(await lowIds()).not.toContain(low);
      await staff.request("DELETE", `/wp-json/wc/v3/products/${hidden}`);
      expect((await list("tab=trash")).rows.map(({ id }) => id)).toEqual([hidden]);
      expect((await list("per_page=100")).rows.map(({ id }) => id)).not.toContain(hidden);
    });

    test("PR01 finds by name in both languages, by SKU of a variation and by barcode", async () => {
      const { body } = await staff.request<{ id: number }>("POST", "/wp-json/wc/v3/products", {
        ...{ name: "Vòng Tay Ánh Trăng", sku: "VT-77.X", global_unique_id: "8938505974193", regular_price: "1" },
        translations: { en: { name: "Moonlight bangle" } },
      });
      for (const search of ["anh trang", "moonlight", "vt-77", "8938505974193"])
        expect(await found(search), search).toEqual([body.id]);
      const ring = await rowOf(101);
      const sku = ring.variations[0]?.sku ?? "";
      expect(sku).not.toBe("");
      expect(await found(sku)).toContain(101);
      expect(await found("%")).toEqual([]);
      expect((await list("search=moonlight")).total).toBe(1);
    });

    test("PR03 a change of stock is a difference: units sold meanwhile are reported, and not lost", async () => {
      await setStock(shop, hoops.id, 5);
      const change = { product_id: hoops.id, inventory_delta: 2, seen_quantity: 5 };
      const { status } = await submit(shopper, aCodOrder());
      expect(status).toBe(201);
      const [trial] = await sheet([change], { dry_run: true });
      const seen = { before: { quantity: 4 }, after: { quantity: 6 }, sold_meanwhile: 1, error: null };
      expect(trial).toMatchObject({ ...seen, applied: false });
      expect((await rowOf(hoops.id)).stock).toBe(4);
      expect((await sheet([change]))[0]).toMatchObject({ ...seen, applied: true });
      expect((await rowOf(hoops.id)).stock).toBe(6);
    });

    test("PR03 a sheet saved while shoppers buy loses neither a sale nor a difference", async () => {
      await setStock(shop, hoops.id, 10);
      const buys = Array.from({ length: 4 }, () => submit(shopper, aCodOrder()));
      const saves = Array.from({ length: 4 }, () =>
        sheet([{ product_id: hoops.id, inventory_delta: 1, seen_quantity: 10 }]),
      );
      const orders = await Promise.all(buys);
      const saved = (await Promise.all(saves)).flat();
      const sold = orders.filter(({ status }) => status === 201).length;
      expect(saved.every(({ applied }) => applied)).toBe(true);
      expect((await rowOf(hoops.id)).stock).toBe(10 - sold + 4);
    });

    test("GR10 a price that another person changed since it was reviewed is not overwritten", async () => {
      const before = await rowOf(hoops.id);
      const seen = { seen_regular_price: before.regular_price, seen_sale_price: before.sale_price };
      const own = { product_id: hoops.id, ...seen };
      const price = (by: number) => String((before.regular_price ?? 0) + by);
      await staff.request("PUT", `/wp-json/wc/v3/products/${hoops.id}`, { regular_price: price(1_000) });
      const rejected = await sheet([{ ...own, regular_price: price(2_000) }]);
      expect(rejected.map(({ applied, error }) => [applied, error?.code])).toEqual([[false, "lianne_conflict"]]);
      expect((await rowOf(hoops.id)).regular_price).toBe(Number(price(1_000)));
      // what the change does not touch is merged
      const [merged] = await sheet([{ ...own, sale_price: String((before.sale_price ?? 0) + 500) }]);
      expect(merged).toMatchObject({ applied: true, after: { regular_price: Number(price(1_000)) } });
      await staff.request("PUT", `/wp-json/wc/v3/products/${hoops.id}`, {
        regular_price: price(0),
        sale_price: before.sale_price === null ? "" : String(before.sale_price),
      });
    });

    test("PR02 prices and stock of several records: each is stored, or rejected with field and reason", async () => {
      const ring = await rowOf(101);
      const [first] = ring.variations;
      const price = { regular_price: "1500000", sale_price: "1200000" };
      const results = await sheet([
        { product_id: 101, variation_id: first?.id, ...price },
        { product_id: hoops.id, sale_price: "99000000" },
        { product_id: hoops.id, inventory_delta: -100_000 },
        { product_id: 101, regular_price: "1" },
        { product_id: 999_999, regular_price: "1" },
      ]);
      expect(results.map(({ applied, error }) => [applied, error?.code ?? null, error?.field ?? null])).toEqual([
        [true, null, null],
        [false, "rest_invalid_param", "sale_price"],
        [false, "rest_invalid_param", "inventory_delta"],
        [false, "rest_invalid_param", "variation_id"],
        [false, "woocommerce_rest_product_invalid_id", null],
      ]);
      expect(results[0]).toMatchObject({
        before: { regular_price: first?.regular_price },
        after: { sale_price: 1_200_000 },
      });
      const after = (await rowOf(101)).variations.find(({ id }) => id === first?.id);
      expect(after).toMatchObject({ regular_price: 1_500_000, sale_price: 1_200_000 });
      const log = await shop.db.one<{ actor: string }>(sql`
        select actor from audit where object = 'variation' and object_id = ${String(first?.id)} order by id desc limit 1`);
      expect(log?.actor).toMatch(/^staff:\d+$/);
    });

    test("RO02 packers get no list and no sheet; accountants read it and change nothing", async () => {
      const { browser: packer } = await staffMember(shop, "packer");
      const { browser: accountant } = await staffMember(shop, "accountant");
      const forbidden = { status: 403, body: { code: "lianne_forbidden" } };
      expect(await packer.call("GET", "/product-lists")).toMatchObject(forbidden);
      const changes = [{ product_id: hoops.id, regular_price: "1" }];
      expect(await packer.call("POST", "/product-sheet", { changes })).toMatchObject(forbidden);
      expect(await accountant.call("POST", "/product-sheet", { changes })).toMatchObject(forbidden);
      expect((await list("per_page=1", accountant)).rows).toHaveLength(1);
    });

    test("PR12 the orders that contain a product and each of its variations are counted", async () => {
      const before = (await staff.call<{ orders: number }>("GET", `/products/${hoops.id}/usage`)).body.orders;
      await setStock(shop, hoops.id, 10);
      // another person: the number of open orders is limited
      const { billing } = aCodOrder();
      const other = shop.client({ headers: { "x-forwarded-proto": "https" } });
      await other.register();
      const bought = await submit(other, aCodOrder({ billing: { ...billing, phone: "0987 654 321" } }));
      expect(bought.status, bought.text).toBe(201);
      const { body } = await staff.call("GET", `/products/${hoops.id}/usage`);
      expect(body).toMatchObject({ orders: before + 1, variations: [] });
      expect((await staff.call("GET", "/products/999999/usage")).status).toBe(404);
    });
  });
