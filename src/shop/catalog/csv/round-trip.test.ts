import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { exported, failures, imported, outcomes } from "#fixtures/testing/product-files.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** Image files, which the fixtures do not create: blank ones of the right sizes. */
async function putFiles(from: TestShop, dataDir: string): Promise<void> {
  const pictures = await from.db.all<{ hash: string; width: number; height: number; widths: number[] }>(
    sql`select hash, width, height, widths from picture`,
  );
  const blank = new Map<string, Promise<string>>();
  const file = async (width: number, height: number): Promise<string> => {
    const path = join(dataDir, `${width}-${height}.webp`);
    await sharp({ create: { width, height, channels: 3, background: "#fff" } })
      .webp({ effort: 0 })
      .toFile(path);
    return path;
  };
  for (const { hash, width, height, widths } of pictures) {
    const home = join(dataDir, "media", hash);
    await mkdir(home, { recursive: true });
    for (const one of widths) {
      const size = [one, Math.round((height * one) / width)] as const;
      const made = blank.get(size.join()) ?? file(...size);
      blank.set(size.join(), made);
      await copyFile(await made, join(home, `${one}.webp`));
    }
  }
}

const hashes = (db: TestShop["db"]) =>
  db.all(sql`
    select 'product' kind, id, md5((to_jsonb(p) - 'total_sales')::text) from product p
    union all select 'variation', id, md5(to_jsonb(v)::text) from variation v
    union all select 'stock', id, md5(to_jsonb(s)::text) from stock s
    union all select 'parts', product_id, md5(string_agg(to_jsonb(c)::text, ',' order by category_id)) from product_category c group by 2
    union all select 'arranged', product_id, md5(string_agg(to_jsonb(c)::text, ',' order by attribute_id)) from product_attribute c group by 2
    union all select 'pictures', product_id, md5(string_agg(to_jsonb(c)::text, ',' order by position)) from product_picture c group by 2
    order by 1, 2`);

for (const engine of engines)
  describe(`the demo products as a file, on ${engine.name}`, () => {
    test("re-importing an export changes nothing; in an empty shop it gives the same file", async () => {
      const shop = await openShop(engine);
      const file = await exported(shop);
      expect(file.split("\n")[0]).toMatch(/^ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Name \(en\),Published,/);
      const before = await hashes(shop.db);
      const again = await imported(shop, file);
      expect(failures(again)).toEqual([]);
      expect(new Set(outcomes(again))).toEqual(new Set(["skipped"]));
      expect(await hashes(shop.db)).toEqual(before);

      const empty = await openShop(engine, { seed: false });
      await putFiles(shop, empty.shop.config.dataDir);
      const moved = await imported(empty, `\uFEFF${file.replaceAll("\n", "\r\n")}`);
      expect(failures(moved)).toEqual([]);
      expect(new Set(outcomes(moved))).toEqual(new Set(["created"]));
      const second = await exported(empty);
      expect(second).toBe(file);
      expect(new Set(outcomes(await imported(empty, second)))).toEqual(new Set(["skipped"]));
      const units = sql`select sum(quantity)::integer from stock`;
      expect(await empty.db.one(units)).toEqual(await shop.db.one(units));
    }, 120_000);
  });
