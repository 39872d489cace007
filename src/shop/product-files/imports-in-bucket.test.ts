import { access } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBucket } from "#fixtures/testing/bucket.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { csv, ProductImports } from "#fixtures/testing/product-imports.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { bucketOf } from "#shop/kernel/outbound/object-storage.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");

let bucket: Awaited<ReturnType<typeof startBucket>>;
let shop: TestShop;
let files: ProductImports;
beforeAll(async () => {
  bucket = await startBucket();
  shop = await openShop(engine, { env: { ...httpsEnv, ...bucket.env } });
  files = new ProductImports(shop, (await staffMember(shop)).browser);
});
afterAll(() => bucket.close());

test("PR20 with a bucket every machine tries and writes an uploaded file, which no shopper can read", async () => {
  const { config } = shop.shop;
  const { id } = await files.tried(csv("SKU,Name,Regular price", "B-1,Nhẫn kho chung,200000"));
  const row = await shop.db.one<{ file: string }>(sql`select file from product_import where id = ${id}`);
  const file = row?.file ?? "";
  // no file of this machine: another one reads the same
  await expect(access(join(config.dataDir, "product-imports", file))).rejects.toThrow("ENOENT");
  expect(await bucketOf(config)?.has(`product-imports/${file}`)).toBe(true);
  expect((await shop.client().get(`/media/product-imports/${file}`)).status).toBe(404);
  expect(await files.act(id, "apply")).toMatchObject({ status: 202 });
  await shop.runJobs();
  expect(await files.read(id)).toMatchObject({ state: "written", written: { created: 1, failed: 0 } });
  const merchant = await merchantOf(shop);
  expect((await merchant.get<object[]>("/wp-json/wc/v3/products?sku=B-1")).body).toHaveLength(1);
  expect(await bucketOf(config)?.has(`product-imports/${file}`), "removed once it is written").toBe(false);
});
