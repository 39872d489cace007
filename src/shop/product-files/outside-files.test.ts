import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { csv, ProductImports } from "#fixtures/testing/product-imports.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const products = "/wp-json/wc/v3/products";

for (const engine of engines)
  describe(`files from outside on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let files: ProductImports;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      files = new ProductImports(shop, owner);
    });

    const create = async (own: object) => (await merchant.post(products, own)).body;

    test("PR20: the export has the bytes of the command's file, for all products or for a filter", async () => {
      const path = join(shop.shop.config.dataDir, "..", `export-${process.pid}-${engine.name}.csv`);
      const download = (query: string) => files.file(`/product-exports${query}`);
      await command(shop, `export ${path}`);
      const all = await download("");
      expect(all.text === (await readFile(path, "utf8")), all.text.slice(0, 300)).toBe(true);
      await rm(path);
      expect(all.header("content-disposition")).toMatch(/^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/);
      await create({ name: "Chỉ một", sku: "E-1", regular_price: "123000", status: "draft" });
      const one = await download("?tab=draft&search=E-1");
      const rows = one.text.trim().split("\n");
      expect(rows).toHaveLength(2);
      expect(rows[1]).toContain("Chỉ một");
      expect(await files.tried(one.text.slice(1))).toMatchObject({ checked: { skipped: 1 } });
      expect(await files.file("/product-exports", "cross-site")).toMatchObject({ status: 403 });
      expect(await download("?tab=gold")).toMatchObject({ status: 400 });
    });

    test("PR20: roles without prices.edit import nothing; packers do not export either", async () => {
      const accountant = (await staffMember(shop, "accountant")).browser;
      const packer = (await staffMember(shop, "packer")).browser;
      for (const browser of [accountant, packer])
        expect(await files.upload(csv("SKU,Name", "N-1,Không"), {}, browser)).toMatchObject({
          ...{ status: 403, body: { code: "lianne_forbidden", data: { permission: "prices.edit" } } },
        });
      const own = { "sec-fetch-site": "same-origin" };
      expect(await accountant.call("GET", "/product-exports?tab=draft", undefined, own)).toMatchObject({ status: 200 });
      expect(await packer.call("GET", "/product-exports", undefined, own)).toMatchObject({ status: 403 });
    });

    test("SC08 a spreadsheet, a picture, a file of another encoding or without columns is refused with what to do", async () => {
      const stored = () => readdir(join(shop.shop.config.dataDir, "product-imports")).catch(() => []);
      const before = await stored();
      const refused = async (bytes: string | Buffer) => {
        const { status, body } = await files.upload(bytes);
        return [status, ((body.data.params ?? {}) as Record<string, string>).body ?? body.message];
      };
      const zip = Buffer.concat([Buffer.from("504b0304", "hex"), Buffer.alloc(200)]);
      expect(await refused(zip)).toEqual([400, expect.stringContaining("CSV UTF-8")]);
      expect(await refused(Buffer.from("d0cf11e0a1b11ae1", "hex"))).toEqual([
        400,
        expect.stringContaining("CSV UTF-8"),
      ]);
      expect(await refused(Buffer.from("89504e470d0a1a0a0000", "hex"))).toEqual([400, expect.anything()]);
      expect(await refused(Buffer.from("SKU,Name\nX,Nh\xe3n", "latin1"))).toEqual([
        400,
        expect.stringContaining("UTF-8"),
      ]);
      expect(await refused("màu,cỡ\n1,2\n")).toEqual([400, expect.anything()]);
      expect(await refused("SKU,Name\n")).toEqual([400, expect.anything()]);
      expect(await refused("")).toEqual([400, expect.anything()]);
      const sheet = { "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" };
      expect(await files.upload(zip, sheet)).toMatchObject({ status: 415 });
      expect(await refused(Buffer.from("1f8b0800000000000003", "hex"))).toEqual([400, expect.anything()]);
      expect(await stored()).toEqual(before);
    });

    test("SC08 a file above 20 MB, with too many lines, or with an endless line is refused", async () => {
      expect(await files.upload(Buffer.alloc(20 * 1024 * 1024 + 1, "a"))).toMatchObject({ status: 413 });
      const many = csv("SKU,Name", ...Array.from({ length: 20_001 }, (_, index) => `M-${index},Tên`));
      expect(await files.upload(many)).toMatchObject({ status: 400, body: { data: { params: { body: /20.?001/ } } } });
      const endless = `SKU,Name\nX,"${"a".repeat(3 * 1024 * 1024)}`;
      expect(await files.upload(endless)).toMatchObject({ status: 400 });
    });

    test("SC08 paths, links and private addresses in a file are not followed, and its content stays text", async () => {
      const script = "<script>alert(1)</script>";
      const done = await files.tried(
        csv(
          "SKU,Name,Images",
          "I-1,Một,/etc/passwd",
          "I-2,Hai,../app-secret",
          "I-3,Ba,file:///etc/passwd",
          "I-4,Bốn,http://169.254.169.254/latest/meta-data",
          `=cmd|' /C calc'!A0,${script},`,
        ),
      );
      expect(done.checked).toMatchObject({ failed: 4, created: 1 });
      const failed = await files.lines(done.id, "outcome=failed");
      expect(failed.map(({ problems }) => problems.map(({ field }) => field))).toEqual(Array(4).fill(["Images"]));
      expect(JSON.stringify(failed)).not.toContain("root:");
      expect(await files.lines(done.id, "outcome=created")).toMatchObject([{ sku: "=cmd|' /C calc'!A0" }]);
      const report = await files.file(`/product-imports/${done.id}/report`);
      expect(report.text).toContain("'=cmd|");
    });

    test("SC08 a dry run that takes longer than half an hour ends with the reason", async () => {
      const { body } = await files.upload(csv("SKU,Name", "Z-1,Một"));
      const { body: started } = await files.check(body.id);
      await shop.db.transaction((tx) =>
        tx.run(sql`update product_import set started_at = started_at - interval '31 minutes' where id = ${body.id}`),
      );
      await shop.runJobs();
      expect(await files.read(body.id)).toMatchObject({ state: "stopped", step: "check" });
      const task = await owner.call<{ results: { ok: boolean; message: string }[] }>("GET", `/tasks/${started.task}`);
      expect(task.body.results[0]).toMatchObject({ ok: false, message: expect.stringContaining("quá lâu") });
    });
  });
