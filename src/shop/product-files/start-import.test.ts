import { beforeAll, describe, expect, test } from "vitest";
import type { ProductImport } from "#contract/backoffice/product-imports.ts";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { csv, ProductImports } from "#fixtures/testing/product-imports.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { productImportTask } from "./index.ts";

for (const engine of engines)
  describe(`starting imports of product files on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let files: ProductImports;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv, seed: false });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      files = new ProductImports(shop, owner);
    });
    const item = async (sku: string) =>
      (await merchant.get<{ regular_price: string }[]>(`/wp-json/wc/v3/products?sku=${sku}`)).body[0];

    test("PR20, RO01: an import needs products.edit too, and stock.edit for columns of stock, at every step", async () => {
      const clerk = async (permissions: string[]) => {
        expect((await owner.call("PUT", "/roles/own", { name: "Giá", permissions })).status).toBe(200);
        return (await staffMember(shop, "own")).browser;
      };
      const missing = ({ status, body }: { status: number; body: Problem }) => [status, body.data.permission];
      const prices = csv("SKU,Name,Regular price", "Q-1,Một,1000");
      const stock = csv("SKU,Name,In stock?", "Q-2,Hai,1");
      const waiting = (await files.tried(prices)).id;
      const withStock = (await files.tried(stock)).id;
      const steps = async (id: number, browser: StaffVisitor) => [
        missing(await browser.call<Problem>("PUT", `/product-imports/${id}`, { strict: false })),
        missing(await browser.call<Problem>("POST", `/product-imports/${id}/apply`)),
        missing(await browser.call<Problem>("POST", `/product-imports/${id}/revert`)),
      ];
      const pricesOnly = await clerk(["prices.edit"]);
      expect(missing(await files.upload(prices, {}, pricesOnly))).toEqual([403, "products.edit"]);
      expect(await steps(waiting, pricesOnly)).toEqual(Array(3).fill([403, "products.edit"]));
      const noStock = await clerk(["prices.edit", "products.edit"]);
      expect(missing(await files.upload(stock, {}, noStock))).toEqual([403, "stock.edit"]);
      expect(await steps(withStock, noStock)).toEqual(Array(3).fill([403, "stock.edit"]));
      expect(await item("Q-2")).toBeUndefined();
      expect((await files.upload(prices, {}, noStock)).status).toBe(201);
      expect((await noStock.call("POST", `/product-imports/${waiting}/apply`)).status).toBe(202);
      await shop.runJobs();
      expect(await item("Q-1")).toMatchObject({ regular_price: "1000" });
      const stockToo = await clerk(["prices.edit", "products.edit", "stock.edit"]);
      expect((await files.upload(stock, {}, stockToo)).status).toBe(201);
    });

    test("PR20, RO01: the file of another staff member is written once, under the name of the person that applies it", async () => {
      const { browser: other } = await staffMember(shop, "staff");
      const { id } = await files.tried(csv("SKU,Name,Regular price", "Q-5,Năm,5000"));
      const read = await other.call<ProductImport>("GET", `/product-imports/${id}`);
      expect([read.status, read.body.state]).toEqual([200, "checked"]);
      const { browser: accountant } = await staffMember(shop, "accountant");
      const customer = shop.client();
      await customer.register();
      const own = { "sec-fetch-site": "same-origin" };
      for (const path of ["", `/${id}`, `/${id}/lines`, `/${id}/left`, `/${id}/report`]) {
        const { status, body } = await accountant.call<Problem>("GET", `/product-imports${path}`, undefined, own);
        expect([path, status, body.data.permission]).toEqual([path, 403, "prices.edit"]);
        expect((await customer.get(`/wp-json/lianne-admin/v1/product-imports${path}`)).status, path).toBe(401);
      }
      const both = await Promise.all([
        other.call<Problem>("POST", `/product-imports/${id}/apply`),
        owner.call<Problem>("POST", `/product-imports/${id}/apply`),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
      await shop.runJobs();
      expect(await item("Q-5")).toMatchObject({ regular_price: "5000" });
      const { staff: by } = (await (both[0]?.status === 202 ? other : owner).session()).body;
      const written = await shop.db.one<{ actor: string }>(sql`
        select actor from audit where object = 'product_import' and object_id = ${String(id)} order by id desc limit 1`);
      expect(written?.actor).toBe(`staff:${by.id}`);
      const reverts = await Promise.all([files.act(id, "revert"), files.act(id, "revert")]);
      expect(reverts.map(({ status }) => status).toSorted()).toEqual([202, 409]);
      await shop.runJobs();
      expect(await item("Q-5")).toBeUndefined();
    });

    test("PR20: an unknown import, a wrong body, query or type of file is refused at every step", async () => {
      const unknown = "/product-imports/99999999";
      const own = { "sec-fetch-site": "same-origin" };
      for (const path of ["", "/lines", "/left", "/report"])
        expect((await owner.call("GET", unknown + path, undefined, own)).status, path).toBe(404);
      for (const action of ["apply", "revert"] as const) expect((await files.act(99_999_999, action)).status).toBe(404);
      expect((await files.check(99_999_999)).status).toBe(404);
      const { id } = (await files.upload(csv("SKU,Name", "Q-6,Sáu"))).body;
      const fieldsOf = ({ status, body }: { status: number; body: unknown }) => [
        status,
        ...Object.keys((body as Problem).data.params ?? {}),
      ];
      expect(fieldsOf(await owner.call("PUT", `/product-imports/${id}`, { strict: "x" }))).toEqual([400, "strict"]);
      for (const [query, field] of [
        ["step=revert", "step"],
        ["outcome=x", "outcome"],
        ["page=0", "page"],
        ["per_page=101", "per_page"],
      ] as const)
        expect(fieldsOf(await owner.call("GET", `/product-imports/${id}/lines?${query}`))).toEqual([400, field]);
      const name = await owner.call("POST", `/product-imports?name=${"x".repeat(201)}`, Buffer.from("SKU,Name\n"), {
        "content-type": "text/csv",
      });
      expect(fieldsOf(name)).toEqual([400, "name"]);
      for (const type of ["application/json", "text/plain", "application/zip"])
        expect([400, 415]).toContain((await files.upload("SKU,Name\nA,B\n", { "content-type": type })).status);
      const imports = await owner.call<ProductImport[]>("GET", "/product-imports");
      expect(imports.body[0]?.id, "none was added").toBe(id);
    });

    test("PR20: a strict import whose job runs twice at the same time writes its lines once", async () => {
      const { id } = await files.tried(csv("Name,Regular price,Stock", "Đôi một,1000,3", "Đôi hai,2000,4"), true);
      expect((await files.act(id, "apply")).status).toBe(202);
      const context = {
        input: { import: id, step: "write", parts: 1 },
        staffId: 1,
        lang: "vi",
        now: shop.clock.now(),
      } as const;
      // as if the lease of the job had ended, and another process had got it
      const job = () => productImportTask(shop.shop).work(0, context, () => false);
      expect(await Promise.all([job(), job()])).toEqual([true, true]);
      await shop.runJobs();
      expect(await files.read(id)).toMatchObject({
        state: "written",
        written: { created: 2, failed: 0 },
        products: { written: 2 },
      });
      const made = await shop.db.all(
        sql`select name ->> 'vi' "name" from product where name ->> 'vi' like 'Đôi %' order by id`,
      );
      expect(made).toEqual([{ name: "Đôi một" }, { name: "Đôi hai" }]);
    });
  });
