import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines, pglite } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { lockDataDir } from "#shop/kernel/base/data-dir.ts";
import { json, sql } from "#shop/kernel/db/database.ts";
import { commandLine, serveCommands } from "../cli.ts";
import { run } from "./program.ts";
import { showProgress } from "./progress.ts";
import { printTable } from "./table.ts";

const file = "SKU,Name,Regular price\nC-1,Một,100000\nC-2,Hai,1.5\n";
const count = sql`select count(*)::integer n from product`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lianne-files-"));
  await writeFile(join(folder, "products.csv"), file);
});
afterEach(() => rm(folder, { recursive: true }));

for (const engine of engines)
  describe(`import and export commands on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false });
    });
    async function command(...argv: string[]) {
      const [out, err]: [string[], string[]] = [[], []];
      const progress: string[] = [];
      const context = {
        ...shop.shop,
        out: (line: string) => out.push(line),
        err: (line: string) => err.push(line),
        progress: ({ what, done, total }: { what: string; done: number; total: number }) =>
          progress.push(`${what} ${done}/${total}`),
      };
      return { exit: await run(argv, context), out: out.join("\n"), err: err.join("\n"), progress };
    }

    test("dry run, strict import and import report the result of each line, printed and as a file", async () => {
      const path = join(folder, "products.csv");
      const dry = await command("import", path, "--dry-run");
      expect(dry).toMatchObject({ exit: 1, err: "1 line cannot be imported." });
      expect(dry.out).toMatch(
        /^LINE +OUTCOME +ID +SKU +COLUMN +REASON\n3 +failed +C-2 +Regular price +must be a whole/,
      );
      expect(dry.out).toContain("Would be: 1 created, 0 updated, 0 skipped, 1 failed.");
      const strict = await command("import", path, "--strict");
      expect(strict).toMatchObject({ exit: 1, err: "1 line cannot be imported. Nothing was written." });
      expect(await shop.db.one(count)).toEqual({ n: 0 });

      const report = join(folder, "report.csv");
      const done = await command("import", path, "--report", report);
      expect(done).toMatchObject({ exit: 1, err: "1 line cannot be imported. The valid lines were imported." });
      expect(done.progress).toEqual(["importing 0/2", "importing 2/2"]);
      expect(await readFile(report, "utf8")).toMatch(
        /^\uFEFFLine,Outcome,ID,SKU,Column,Reason\n2,created,\d+,C-1,,\n3,failed,,C-2,Regular price,/,
      );
      await writeFile(path, file.replace("1.5", "150000"));
      const right = await command("import", path, "--verbose");
      expect(right).toMatchObject({ exit: 0, err: "" });
      expect(right.out).toMatch(/2 +skipped +\d+ +C-1 +the shop has it[\s\S]*3 +created +\d+ +C-2/);

      const target = join(folder, "out.csv");
      expect(await command("export", target)).toMatchObject({ exit: 0, err: `2 products are in ${target}.` });
      const printed = await command("export");
      expect(await readFile(target, "utf8")).toBe(`\uFEFF${printed.out}\n`);
    });

    test("invalid and missing files are named in the error", async () => {
      expect(await command("import", join(folder, "none.csv"))).toMatchObject({
        exit: 1,
        err: `${join(folder, "none.csv")} does not exist.`,
      });
      await writeFile(join(folder, "a.png"), Buffer.from([0x89, 0x50, 0, 0]));
      expect((await command("import", join(folder, "a.png"))).err).toMatch(/a\.png: The file is not text/);
      expect((await command("import", folder)).err).toContain(folder);
      expect((await command("export", join(folder, "none/out.csv"))).err).toContain("does not exist");
      await expect(stat(join(folder, "none"))).rejects.toThrow("ENOENT");
    });
  });

test("prints the result even if the report file cannot be written", async () => {
  const shop = await openShop(pglite, { seed: false });
  const out: string[] = [];
  const context = { ...shop.shop, out: (line: string) => out.push(line), err: (line: string) => out.push(line) };
  const report = join(folder, "none/report.csv");
  expect(await run(["import", join(folder, "products.csv"), "--report", report], context)).toBe(1);
  expect(out.slice(-2)).toEqual(["1 created, 0 updated, 0 skipped, 1 failed.", `${report} does not exist.`]);
});

test("rejects a report path that equals the imported file", async () => {
  const shop = await openShop(pglite, { seed: false });
  const path = join(folder, "products.csv");
  expect(await run(["import", path, "--report", path], { ...shop.shop, out: () => {}, err: () => {} })).toBe(1);
  expect(await readFile(path, "utf8")).toBe(file);
  expect(await shop.db.one(count)).toEqual({ n: 0 });
});

test("a table contains no control characters", () => {
  const out: string[] = [];
  printTable({ out: (line) => out.push(line), err: () => {} }, ["SKU"], [["A\u001b[2J\nB"]], "");
  expect(out).toEqual(["SKU", "A [2J B"]);
});

test("a table can have any number of rows", () => {
  const out: string[] = [];
  const rows = Array.from({ length: 300_000 }, () => ["a", "b"]);
  printTable({ out: (line) => out.push(line), err: () => {} }, ["ONE", "TWO"], rows, "");
  expect(out.length).toBe(300_001);
});

test("a running shop imports the file and reports progress", async () => {
  const shop = await openShop(pglite, { seed: false, env: { DATA_DIR: folder } });
  const stop = await serveCommands(shop.shop);
  const release = lockDataDir(folder);
  const before = process.env.INIT_CWD;
  process.env.INIT_CWD = folder;
  try {
    const [out, steps]: [string[], number[]] = [[], []];
    const exit = await commandLine(["import", "products.csv"], {
      environment: { DATA_DIR: folder },
      out: (line) => out.push(line),
      err: (line) => out.push(line),
      progress: ({ done }) => steps.push(done),
    });
    expect(exit).toBe(1);
    expect(out.at(-2)).toBe("1 created, 0 updated, 0 skipped, 1 failed.");
    expect(steps.at(-1)).toBe(2);
    expect(await shop.db.one(count)).toEqual({ n: 1 });

    const long = { vi: '"'.repeat(1_500_000), en: "" };
    await shop.db.write(sql`update product set description = ${json(long)}::jsonb`);
    const printed: string[] = [];
    const output = { out: (line: string) => printed.push(line), err: (line: string) => printed.push(line) };
    expect(await commandLine(["export"], { environment: { DATA_DIR: folder }, ...output })).toBe(0);
    expect(printed.length).toBe(2);
    expect(printed[1]).toContain('"'.repeat(3_000_000));
  } finally {
    if (before === undefined) delete process.env.INIT_CWD;
    else process.env.INIT_CWD = before;
    release();
    await stop();
    await shop.close();
  }
});

describe("progress", () => {
  const steps = Array.from({ length: 101 }, (_, done) => ({ what: "importing", done, total: 100 }));
  test("is a bar on a terminal, cleared before other output", () => {
    let text = "";
    const write = (part: string) => (text += part);
    const output = showProgress(
      { out: (line) => write(`${line}\n`), err: () => {} },
      { isTTY: true, columns: 60, write },
    );
    output.progress?.({ what: "importing", done: 50, total: 100 });
    output.out("a line");
    expect(text).toBe(`\r\u001b[K[${"#".repeat(12)}${".".repeat(12)}] importing 50 of 100 (50 %)\r\u001b[Ka line\n`);
  });
  test("is printed as occasional plain lines elsewhere", () => {
    const lines: string[] = [];
    const output = showProgress({ out: () => {}, err: (line) => lines.push(line) }, { write: () => {} });
    for (const step of steps) output.progress?.(step);
    expect(lines.length).toBeLessThan(13);
    expect(lines.at(-1)).toBe("importing 100 of 100 (100 %)");
  });
});
