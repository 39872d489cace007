import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { ProductImport } from "#contract/backoffice/product-imports.ts";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { csv, ProductImports } from "#fixtures/testing/product-imports.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { sweepImports } from "./index.ts";

const products = "/wp-json/wc/v3/products";

interface WooItem {
  id: number;
  name: string;
  sku: string;
  status: string;
  regular_price: string;
  stock_quantity: number;
  categories: { name: string }[];
  attributes: { name: string; options: string[] }[];
  meta_data: { key: string; value: string }[];
}

for (const engine of engines)
  describe(`product files in the back office on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let files: ProductImports;
    let shopper: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      files = new ProductImports(shop, owner);
      shopper = shop.client();
      await shopper.register();
    });

    const item = async (sku: string) => (await merchant.get<WooItem[]>(`${products}?sku=${sku}`)).body[0];
    const create = async (own: object) => (await merchant.post<WooItem>(products, own)).body;
    const variationsOf = async (id: number) =>
      (await merchant.get<WooItem[]>(`${products}/${id}/variations?per_page=100`)).body;

    test("PR20: a dry run shows by line and column what would be created, changed, skipped and rejected, and writes nothing", async () => {
      await create({ name: "Nhẫn thử", sku: "T-1", regular_price: "500000", manage_stock: true, stock_quantity: 4 });
      await create({ name: "Nhẫn yên", sku: "T-2", regular_price: "300000" });
      const done = await files.tried(
        csv(
          "SKU,Name,Regular price,Stock,Màu lạ",
          'T-1,Nhẫn thử mới,"450000",4,x',
          "T-2,Nhẫn yên,300000,,",
          "T-3,Nhẫn mới,200000,2,",
          "T-4,Nhẫn sai,rẻ lắm,hai,",
        ),
      );
      expect(done).toMatchObject({
        ...{ state: "checked", lines: 4, file_name: "mau.csv", unknown_columns: ["Màu lạ"], revert_until: null },
        checked: { created: 1, updated: 1, skipped: 1, failed: 1 },
        written: { created: 0, updated: 0, skipped: 0, failed: 0 },
      });
      expect(await files.lines(done.id, "outcome=updated")).toEqual([
        {
          ...{ line: 2, outcome: "updated", sku: "T-1", item_id: expect.any(Number), problems: [] },
          changes: [
            { field: "Name", before: "Nhẫn thử", after: "Nhẫn thử mới" },
            { field: "Regular price", before: "500000", after: "450000" },
          ],
        },
      ]);
      const [failed] = await files.lines(done.id, "outcome=failed");
      expect(failed?.problems.map(({ field }) => field)).toEqual(["Regular price", "Stock"]);
      expect(failed?.line).toBe(5);
      expect(failed?.problems[0]?.reason).toBe("phải là số đồng nguyên, không có dấu giữa các hàng nghìn.");
      const [inEnglish] = await files.lines(done.id, "outcome=failed&lang=en");
      expect(inEnglish?.problems[0]?.reason).toMatch(/^must be a whole number of đồng/);
      expect(await item("T-1")).toMatchObject({ name: "Nhẫn thử", regular_price: "500000" });
      expect(await item("T-3")).toBeUndefined();
    });

    test("PR20: the file is written in the background, with progress, a report, movements of stock and the audit log", async () => {
      await create({ name: "Vòng ghi", sku: "W-1", regular_price: "500000", manage_stock: true, stock_quantity: 4 });
      const file = csv(
        "SKU,Name,Regular price,Stock",
        "W-1,Vòng ghi,450000,9",
        "=W-2,Vòng mới,200000,2",
        "W-3,Sai,-,1",
      );
      const { id } = await files.tried(file);
      const started = await files.act(id, "apply");
      expect(started).toMatchObject({ status: 202, body: { state: "writing", task: expect.any(Number) } });
      expect(await files.act(id, "apply")).toMatchObject({ status: 409 });
      await shop.runJobs();
      const done = await files.read(id);
      expect(done).toMatchObject({
        ...{ state: "written", written: { created: 1, updated: 1, skipped: 0, failed: 1 }, products: { written: 2 } },
      });
      expect(Date.parse(done.revert_until ?? "") - Date.parse(done.written_at ?? "")).toBe(7 * dayMs);
      expect(await item("W-1")).toMatchObject({ regular_price: "450000", stock_quantity: 9 });
      const report = await files.file(`/product-imports/${id}/report`);
      expect(report.header("content-type")).toContain("text/csv");
      expect(report.text.split("\n").slice(0, 4)).toEqual([
        "\uFEFFLine,Outcome,ID,SKU,Column,Reason",
        expect.stringMatching(/^2,updated,\d+,W-1,,$/),
        expect.stringMatching(/^3,created,\d+,'=W-2,,$/),
        expect.stringMatching(/^4,failed,,W-3,Regular price,/),
      ]);
      const movement = await shop.db.one(sql`
        select m.reason, m.file, m.quantity from stock_movement m join product p on p.stock_id = m.stock_id
        where p.sku = 'W-1' order by m.id desc limit 1`);
      expect(movement).toEqual({ reason: "import", file: "mau.csv", quantity: 5 });
      const logged = await shop.db.one<{ actor: string }>(sql`
        select actor from audit where object = 'product' and object_id = (select id::text from product where sku = 'W-1') order by id desc limit 1`);
      expect(logged?.actor).toMatch(/^staff:\d+$/);
      expect((await owner.call<{ state: string }>("GET", `/tasks/${started.body.task}`)).body.state).toBe("done");
    });

    test("PR20: an import is reverted as a whole: texts, prices, lists, variations and what it created; sold units stay sold", async () => {
      const before = await create({
        ...{ name: "Dây gốc", sku: "R-1", regular_price: "500000", manage_stock: true, stock_quantity: 4 },
        ...{ attributes: [{ name: "Chất", options: ["Bạc", "Vàng"], visible: true }], tags: [{ name: "Cũ" }] },
        meta_data: [{ key: "kho", value: "A" }],
      });
      const ring = await create({
        ...{ name: "Nhẫn hai cỡ", sku: "R-2", type: "variable" },
        attributes: [{ name: "Cỡ riêng", options: ["50", "52"], variation: true, visible: true }],
      });
      for (const option of ["50", "52"])
        await merchant.post(`${products}/${ring.id}/variations`, {
          ...{ sku: `R-2-${option}`, regular_price: "700000", manage_stock: true, stock_quantity: 3 },
          attributes: [{ name: "Cỡ riêng", option }],
        });
      const stored = async () => [
        (await merchant.get<WooItem>(`${products}/${before.id}`)).body,
        (await merchant.get<WooItem>(`${products}/${ring.id}`)).body,
        await variationsOf(ring.id),
      ];
      const withoutTimes = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value, (key, part) => (key.startsWith("date_modified") ? undefined : part)));
      const original = withoutTimes(await stored());
      const done = await files.written(
        csv(
          "Type,SKU,Name,Regular price,Stock,Parent,Tags,Meta: kho,Meta: mới,Attribute 1 name,Attribute 1 value(s),Attribute 1 global",
          "simple,R-1,Dây đổi,400000,10,,Mới toanh,B,x,Màu riêng,Xanh,0",
          'variable,R-2,Nhẫn ba cỡ,,,,,,,Cỡ riêng,"50, 52, 54",0',
          "variation,R-2-50,,650000,8,R-2,,,,Cỡ riêng,50,0",
          "variation,R-2-54,,650000,1,R-2,,,,Cỡ riêng,54,0",
          "simple,R-9,Sản phẩm mới,100000,1,,,,,,,",
        ),
      );
      expect(done).toMatchObject({ state: "written", written: { created: 2, updated: 3, failed: 0 } });
      expect(withoutTimes(await stored())).not.toEqual(original);
      const sold = await submit(shopper, aCodOrder({ line_items: [{ product_id: before.id, quantity: 2 }] }));
      expect(sold.status).toBe(201);
      expect(await files.completed(done.id, "revert")).toMatchObject({
        ...{ state: "reverted", products: { written: 0, reverted: 3, left: 0 }, revert_until: null },
      });
      const now = withoutTimes(await stored()) as [WooItem, WooItem, WooItem[]];
      expect(now[0].stock_quantity).toBe(2);
      const [first, second, variations] = original as typeof now;
      expect(now[0]).toEqual({ ...first, stock_quantity: 2, total_sales: expect.anything() });
      expect(now[1]).toEqual(second);
      expect(now[2]).toEqual(variations);
      const trashed = await shop.db.all(sql`
        select status from product where sku = 'R-9' union all select status from variation where sku = 'R-2-54'`);
      expect(trashed).toEqual([{ status: "trash" }, { status: "trash" }]);
      expect(await files.act(done.id, "revert")).toMatchObject({ status: 409, body: { data: { state: "reverted" } } });
    });

    test("PR20: what was changed, deleted or given a SKU since the import is left and named, the rest is reverted", async () => {
      const names = ["L-1", "L-2", "L-3", "L-4", "L-5"];
      const made: Record<string, number> = {};
      for (const sku of names)
        made[sku] = (
          await create({ name: sku, sku, regular_price: "500000", manage_stock: true, stock_quantity: 1 })
        ).id;
      const idOf = (sku: string) => made[sku] ?? 0;
      const done = await files.written(
        csv("ID,SKU,Name,Regular price,Stock", ...names.map((sku) => `${idOf(sku)},${sku}x,${sku},400000,5`)),
      );
      expect(done.written).toMatchObject({ updated: 5 });
      await merchant.put(`${products}/${idOf("L-1")}`, { name: "Sửa tay" });
      await merchant.call("DELETE", `${products}/${idOf("L-2")}?force=true`);
      await create({ name: "Người khác", sku: "L-3", regular_price: "1" });
      await submit(shopper, aCodOrder({ line_items: [{ product_id: idOf("L-4"), quantity: 5 }] }));
      expect(await files.completed(done.id, "revert")).toMatchObject({
        state: "reverted",
        products: { reverted: 1, left: 4 },
      });
      expect((await files.left(done.id)).map(({ reason }) => reason)).toEqual(["changed", "missing", "sku", "sold"]);
      expect((await merchant.get<WooItem>(`${products}/${idOf("L-1")}`)).body).toMatchObject({
        ...{ name: "Sửa tay", regular_price: "400000", sku: "L-1x" },
      });
      expect(await item("L-5")).toMatchObject({ id: idOf("L-5"), regular_price: "500000", stock_quantity: 1 });
    });

    test("PR20: a lost process repeats no line: the import continues, and it can be stopped and continued", async () => {
      const names = Array.from({ length: 130 }, (_, index) => `P-${index}`);
      const { id } = await files.tried(csv("Name,Regular price,Stock", ...names.map((name) => `${name},100000,3`)));
      const { body } = await files.act(id, "apply");
      const parts = await shop.db.one<{ total: number }>(
        sql`select total from background_task where id = ${body.task}`,
      );
      expect(parts?.total).toBe(3);
      await owner.call("POST", `/tasks/${body.task}/stop`);
      expect(await files.read(id)).toMatchObject({ state: "stopped", step: "write" });
      await files.act(id, "apply");
      await shop.runJobs();
      expect(await files.read(id)).toMatchObject({ state: "written", written: { created: 130 } });
      // as if the process had been killed before it recorded that the parts were complete
      await shop.db.transaction((tx) =>
        tx.run(sql`update product_import set state = 'writing', file = 'again.csv' where id = ${id}`),
      );
      await writeFile(
        join(shop.shop.config.dataDir, "product-imports", "again.csv"),
        csv("Name,Regular price,Stock", ...names.map((name) => `${name},100000,3`)),
      );
      await files.act(id, "apply");
      await shop.runJobs();
      expect(await files.read(id)).toMatchObject({ state: "written", written: { created: 130, failed: 0 } });
      const count = await shop.db.one(sql`select count(*)::integer made from product where name ->> 'vi' like 'P-%'`);
      expect(count).toEqual({ made: 130 });
    });

    test("PR20: a strict import writes nothing while a line is rejected, else everything at once", async () => {
      const bad = await files.tried(csv("SKU,Name,Regular price", "S-1,Một,1000", "S-2,Hai,x"), true);
      expect(bad).toMatchObject({ strict: true, checked: { created: 1, failed: 1 } });
      expect(await files.act(bad.id, "apply")).toMatchObject({ status: 409, body: { code: "lianne_invalid_state" } });
      const good = await files.tried(csv("SKU,Name,Regular price", "S-1,Một,1000", "S-2,Hai,2000"), true);
      await files.act(good.id, "apply");
      await shop.runJobs();
      expect(await files.read(good.id)).toMatchObject({
        state: "written",
        written: { created: 2 },
        products: { written: 2 },
      });
      expect((await files.completed(good.id, "revert")).products).toMatchObject({ reverted: 2, left: 0 });
      expect(await item("S-1")).toBeUndefined();
    });

    // the last test: it ends all sessions
    test("PR20: one import runs at a time; writing needs a dry run; reverting ends after 7 days, and files are deleted", async () => {
      const first = (await files.upload(csv("SKU,Name", "O-1,Một"))).body;
      const second = (await files.upload(csv("SKU,Name", "O-2,Hai"))).body;
      expect(await files.act(first.id, "apply")).toMatchObject({ status: 409, body: { data: { state: "uploaded" } } });
      expect(await files.act(first.id, "revert")).toMatchObject({ status: 409 });
      await files.check(first.id);
      expect(await files.check(second.id)).toMatchObject({ status: 409, body: { code: "lianne_invalid_state" } });
      await shop.runJobs();
      await files.act(first.id, "apply");
      await shop.runJobs();
      const history = await files.browser.call<ProductImport[]>("GET", "/product-imports?per_page=1&page=2");
      expect([history.body.map(({ id }) => id), Number(history.header("x-wp-total"))]).toEqual([
        [first.id],
        expect.any(Number),
      ]);
      expect((await files.browser.call("GET", "/product-imports?per_page=21")).status).toBe(400);
      shop.clock.advance(7 * dayMs);
      files.browser = (await staffMember(shop)).browser;
      expect(await files.read(first.id)).toMatchObject({ state: "written", revert_until: null });
      expect(await files.act(first.id, "revert")).toMatchObject({ status: 409 });
      shop.clock.advance(1000);
      await sweepImports(shop.shop);
      expect(await files.check(second.id)).toMatchObject({ status: 409 });
      expect(await readdir(join(shop.shop.config.dataDir, "product-imports"))).toEqual([]);
      shop.clock.advance(30 * dayMs);
      await sweepImports(shop.shop);
      const { browser } = await staffMember(shop);
      expect((await browser.call<ProductImport[]>("GET", "/product-imports")).body).toEqual([]);
      expect(await browser.call("GET", `/product-imports/${first.id}`)).toMatchObject({ status: 404 });
    });
  });
