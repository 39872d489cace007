import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const rules = join(root, ".dependency-cruiser.mjs");

type Arrows = Record<string, string[]>;
const readTables = async (): Promise<{ below: Arrows; webBelow: Arrows; kernelBelow: Arrows }> => await import(rules);

async function foldersOf(path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

test("every folder of the shop has its place among the arrows", async () => {
  const { below } = await readTables();
  expect((await foldersOf("src/shop")).filter((folder) => !(folder in below))).toEqual([]);
});

test("the table of src/web has a row for each folder, and a row names only rows above it", async () => {
  const { webBelow } = await readTables();
  const rows = Object.keys(webBelow);
  expect(rows.toSorted()).toEqual((await foldersOf("src/web")).sort());
  for (const [index, folder] of rows.entries())
    expect(rows.slice(0, index), folder).toEqual(expect.arrayContaining(webBelow[folder] ?? []));
});

test("the table of the kernel has a row for each room, and a row names only rows above it", async () => {
  const { kernelBelow } = await readTables();
  const rows = Object.keys(kernelBelow);
  expect(rows.toSorted()).toEqual((await foldersOf("src/shop/kernel")).sort());
  for (const [index, room] of rows.entries())
    expect(rows.slice(0, index), room).toEqual(expect.arrayContaining(kernelBelow[room] ?? []));
});

/** One forbidden import each, and the rule that forbids it. */
const planted: [file: string, imports: string, rule: string][] = [
  ["src/contract/a.ts", "../shop/kernel/k.ts", "contract-is-a-leaf"],
  ["src/web/a.ts", "../shop/kernel/k.ts", "web-sees-only-the-contract"],
  ["src/shop/cart/a.ts", "../../web/w.ts", "shop-knows-no-web"],
  ["src/web/design/a.ts", "../w.ts", "web-design-looks-down"],
  ["src/web/catalog/a.ts", "../search/s.ts", "web-catalog-looks-down"],
  ["src/web/a.ts", "./home.route.ts", "nobody-imports-a-route"],
  ["src/shop/orders/a.ts", "../cart/store.ts", "enter-by-index"],
  ["src/shop/catalog/a.ts", "../orders/index.ts", "catalog-looks-down"],
  ["src/shop/kernel/a.ts", "../cart/index.ts", "kernel-looks-down"],
  ["src/shop/kernel/db/a.ts", "../http/h.ts", "kernel-db-looks-down"],
  ["src/shop/kernel/http/a.ts", "../woo/w.ts", "kernel-http-looks-down"],
  ["src/shop/cart/a.ts", "../../../fixtures/f.ts", "production-has-no-stand-ins"],
  ["simulators/a.ts", "../src/shop/kernel/k.ts", "simulators-share-nothing"],
  ["e2e/a.ts", "../src/web/w.ts", "outsiders-stay-outside"],
  ["src/shop/kernel/a.ts", "./nowhere.ts", "no-missing-modules"],
];
const targets = [
  ...["src/shop/kernel/k.ts", "src/shop/cart/store.ts", "src/shop/cart/index.ts", "src/shop/orders/index.ts"],
  ...["src/shop/kernel/http/h.ts", "src/shop/kernel/woo/w.ts"],
  ...["src/web/w.ts", "src/web/search/s.ts", "src/web/home.route.ts", "fixtures/f.ts"],
];

async function put(folder: string, file: string, text: string): Promise<void> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function brokenRules(folder: string): Promise<string[]> {
  const args = ["--config", rules, "--output-type", "json", "src", "simulators", "fixtures", "e2e"];
  const { stdout } = await run(join(root, "node_modules/.bin/depcruise"), args, { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  const report = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return report.summary.violations.map(({ rule }) => rule.name);
}

test("each rule catches what it is there for, types included", { timeout: 60_000 }, async () => {
  // below the repository, so that the cruiser finds its TypeScript
  await mkdir(join(root, "build"), { recursive: true });
  const folder = await mkdtemp(join(root, "build/arrows-"));
  try {
    for (const file of ["simulators/s.ts", "e2e/e.ts", ...targets]) await put(folder, file, "export type Thing = 1;\n");
    for (const [index, [file, imports]] of planted.entries()) {
      const own = file.replace("/a.ts", `/planted-${index}.ts`);
      await put(folder, own, `import type { Thing } from "${imports}";\nexport type Other${index} = Thing;\n`);
    }
    // two files that import nothing but each other's types are a circle too
    await put(folder, "src/shop/kernel/db/one.ts", 'import type { B } from "./two.ts";\nexport type A = B | 1;\n');
    await put(folder, "src/shop/kernel/db/two.ts", 'import type { A } from "./one.ts";\nexport type B = A | 2;\n');
    const broken = await brokenRules(folder);
    expect(broken).toContain("no-cycles");
    expect(planted.map(([, , rule]) => rule).filter((rule) => !broken.includes(rule))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
