import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { bothEngines, engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { rowHashes } from "#fixtures/testing/row-hashes.ts";
import { sql } from "#shop/kernel/db/database.ts";

const pictureFile = "0123456789abcdef/160.webp";
const mediaOf = ({ shop }: TestShop, file = pictureFile): string => join(shop.config.dataDir, "media", file);

/** All rows except the records of migrations and scripts, which contain the time they were applied. */
async function rowsOf(shop: TestShop): Promise<Record<string, string>> {
  const { migration: _migrations, repeatable_script: _scripts, ...rows } = await rowHashes(shop);
  return rows;
}

/** Connections of running shops that listen for notifications. */
const listening = sql`
  select pid from pg_stat_activity where datname = current_database() and application_name = 'lianne listener'`;

/** A backup with a modified header and a valid checksum. */
function withHeader(backup: Buffer, change: (header: Record<string, unknown>) => object): Buffer {
  const bytes = zstdDecompressSync(backup);
  const headerEnd = bytes.indexOf("\n");
  const footerStart = bytes.lastIndexOf('{"end":true');
  const header = JSON.stringify(change(JSON.parse(bytes.toString("utf8", 0, headerEnd)) as Record<string, unknown>));
  const body = Buffer.concat([Buffer.from(header), bytes.subarray(headerEnd, footerStart)]);
  const footer = JSON.parse(bytes.toString("utf8", footerStart)) as object;
  const checksum = createHash("sha256").update(body).digest("hex");
  return zstdCompressSync(Buffer.concat([body, Buffer.from(`${JSON.stringify({ ...footer, checksum })}\n`)]));
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lianne-backup-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(engines)("a backup of a shop on $name", (engine) => {
  let shop: TestShop;
  let file: string;
  let authorization: string | null;
  let lastOrder: number;
  beforeAll(async () => {
    shop = await openShop(engine, { env: httpsEnv });
    await mkdir(join(mediaOf(shop), ".."), { recursive: true });
    await writeFile(mediaOf(shop), "a picture");
    const made = JSON.parse((await command(shop, "keys create --permissions read_write --json")).out);
    authorization = `Basic ${Buffer.from(`${made.consumer_key}:${made.consumer_secret}`).toString("base64")}`;
    const customer = shop.client();
    await customer.register();
    lastOrder = (await submit(customer)).body.id;
    // difficult texts: several lines, other alphabets, and characters with a meaning in the formats
    await shop.db.write(sql`update product set name = '{"vi": "Nhẫn \\n \\"bạc\\" ₫", "en": "\\t{,}"}' where id = 143`);
    file = join(folder, `${engine.name}.backup`);
    expect(await command(shop, `backup ${file}`)).toMatchObject({
      exit: 0,
      out: expect.stringContaining("1 picture file"),
    });
  });

  // with TEST_ALL=1 restored on the other engine and back, if there are two
  const other = engines.find((one) => one !== engine) ?? engine;
  test(`has the same rows on ${other.name}, where orders, keys and images continue to work`, async () => {
    const copy = await openShop(other, { seed: false, env: httpsEnv });
    const before = await rowsOf(shop);
    const restored = await command(copy, `restore ${file}`);
    expect(restored).toMatchObject({ exit: 0, out: expect.stringContaining("Restored the backup of") });
    expect(restored.err).not.toContain("APP_SECRET");
    // without the audit entries of the two commands
    const { audit: _was, ...rows } = before;
    const { audit: _is, ...copied } = await rowsOf(copy);
    expect(copied).toEqual(rows);
    expect(await readFile(mediaOf(copy), "utf8")).toBe("a picture");
    const customer = copy.client();
    await customer.register();
    expect((await submit(customer)).body.id).toBe(lastOrder + 1);
    const merchant = copy.client({ headers: { authorization, "x-forwarded-proto": "https" } });
    expect((await merchant.get(`/wp-json/wc/v3/orders/${lastOrder}`)).status).toBe(200);
    expect((await merchant.post("/wp-json/wc/v3/products/tags", { name: "After" })).status).toBe(201);
    expect((await customer.get("/wp-json/custom-search/v1/products?keyword=nhan")).status).toBe(200);
    // triggers and foreign keys exist again
    await expect(copy.db.script("delete from audit")).rejects.toThrow("only added to");
    await expect(
      copy.db.script(`delete from payment; delete from product where id = 143; update orders set customer_id = 1`),
    ).rejects.toThrow();
    await copy.close();
  });

  test("is readable by its owner only, and never overwritten", async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await command(shop, `backup ${file}`)).toMatchObject({
      exit: 1,
      err: expect.stringContaining("already exists"),
    });
    expect(await command(shop, `backup ${folder}/none/x`)).toMatchObject({
      exit: 1,
      err: expect.stringContaining("does not exist"),
    });
  });

  test("is not restored over existing data, nor from an incomplete file or another version", async () => {
    const before = await rowsOf(shop);
    const refuse = async (path: string, reason: string, flag = ""): Promise<void> => {
      expect(await command(shop, `restore ${path}${flag}`)).toEqual({
        exit: 1,
        out: "",
        err: expect.stringContaining(reason),
      });
    };
    await refuse(file, "The database is not empty");
    const backup = await readFile(file);
    const flipped = zstdDecompressSync(backup);
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
    const migrations = [{ number: 9999, name: "9999-to-come.sql", checksum: "x" }];
    const others: [string, Buffer | string, string][] = [
      ["cut", backup.subarray(0, backup.length - 100), "damaged"],
      ["flipped", zstdCompressSync(flipped), "damaged"],
      ["text", "Name,SKU\n", "not a backup of this shop"],
      ["empty", "", "damaged"],
      ["packed", zstdCompressSync("{}\n"), "not a backup of this shop"],
      ["newer", withHeader(backup, (header) => ({ ...header, migrations })), "made by a newer version"],
      ["later", withHeader(backup, (header) => ({ ...header, lianne_backup: 2 })), "made by a newer version"],
      [
        "other",
        withHeader(backup, (header) => ({ ...header, migrations: [{ ...migrations[0], number: 1 }] })),
        "another version",
      ],
      [
        "columns",
        withHeader(backup, (header) => ({ ...header, tables: { ...(header.tables as object), product: ["x"] } })),
        "damaged",
      ],
    ];
    for (const [name, bytes, reason] of others) {
      await writeFile(join(folder, name), bytes);
      await refuse(join(folder, name), reason, " --replace");
    }
    await refuse(join(folder, "missing"), "does not exist");
    await shop.db.script("create table strangers (id integer)");
    await refuse(file, "strangers", " --replace");
    await shop.db.script("drop table strangers");
    expect(await rowsOf(shop)).toEqual(before);
  });

  // one engine is enough for tests of a flag and a secret
  if (engine === bothEngines.at(-1))
    test("replaces existing data on request, and reports a different APP_SECRET", async () => {
      const other = await openShop(engine, { env: { ...httpsEnv, APP_SECRET: "another secret of thirty-two signs" } });
      await merchantOf(other);
      const running = async () => (await other.db.all<{ pid: number }>(listening)).map(({ pid }) => pid);
      const before = await running();
      const restored = await command(other, `restore ${file} --replace`);
      expect(restored).toMatchObject({ exit: 0, err: expect.stringContaining("APP_SECRET is not the one") });
      // open connections are terminated: their prepared statements refer to dropped tables
      await expect.poll(async () => (await running()).filter((pid) => before.includes(pid))).toEqual([]);
      const { audit: _is, ...copied } = await rowsOf(other);
      const { audit: _was, ...rows } = await rowsOf(shop);
      expect(copied).toEqual(rows);
      await other.close();
    });
});
