import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const rules = join(root, ".dependency-cruiser.mjs");

type AllowedImports = Record<string, string[]>;
const readTables = async (): Promise<{
  shopImports: AllowedImports;
  webImports: AllowedImports;
  backofficeImports: AllowedImports;
  kernelImports: AllowedImports;
}> => await import(rules);

async function foldersOf(path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

test("the table of src/shop has a row for each folder", async () => {
  const { shopImports } = await readTables();
  expect((await foldersOf("src/shop")).filter((folder) => !(folder in shopImports))).toEqual([]);
});

test("the table of src/web has a row for each folder, and each row names only earlier rows", async () => {
  const { webImports } = await readTables();
  const rows = Object.keys(webImports);
  expect(rows.toSorted()).toEqual((await foldersOf("src/web")).sort());
  for (const [index, folder] of rows.entries())
    expect(rows.slice(0, index), folder).toEqual(expect.arrayContaining(webImports[folder] ?? []));
});

test("the table of src/backoffice has a row for each folder, and each row names only earlier rows", async () => {
  const { backofficeImports } = await readTables();
  const rows = Object.keys(backofficeImports);
  expect(rows.toSorted()).toEqual((await foldersOf("src/backoffice")).sort());
  for (const [index, folder] of rows.entries())
    expect(rows.slice(0, index), folder).toEqual(expect.arrayContaining(backofficeImports[folder] ?? []));
});

test("the table of the kernel has a row for each package, and each row names only earlier rows", async () => {
  const { kernelImports } = await readTables();
  const rows = Object.keys(kernelImports);
  expect(rows.toSorted()).toEqual((await foldersOf("src/shop/kernel")).sort());
  for (const [index, name] of rows.entries())
    expect(rows.slice(0, index), name).toEqual(expect.arrayContaining(kernelImports[name] ?? []));
});

/** Forbidden imports, and the rule that reports each. */
const forbiddenImports: [file: string, imports: string, rule: string][] = [
  ["src/contract/a.ts", "../shop/kernel/k.ts", "contract-imports-nothing"],
  ["src/web/a.ts", "../shop/kernel/k.ts", "web-imports-only-contract-and-design"],
  ["src/shop/cart/a.ts", "../../web/w.ts", "no-web-imports-in-shop"],
  ["src/design/a.ts", "../web/w.ts", "design-is-a-leaf"],
  ["src/backoffice/a.ts", "../web/w.ts", "backoffice-imports-only-contract-and-design"],
  ["src/web/a.ts", "../backoffice/b.ts", "only-backoffice-imports-backoffice"],
  ["src/web/links/a.ts", "../w.ts", "web-links-imports"],
  ["src/web/catalog/a.ts", "../search/s.ts", "web-catalog-imports"],
  ["src/backoffice/api/a.ts", "../b.ts", "backoffice-api-imports"],
  ["src/backoffice/parcels/a.ts", "../orders/o.ts", "backoffice-parcels-imports"],
  ["src/web/a.ts", "./home.route.ts", "no-route-imports"],
  ["src/shop/orders/a.ts", "../cart/store.ts", "import-by-index"],
  ["src/shop/catalog/a.ts", "../orders/index.ts", "catalog-imports"],
  ["src/shop/kernel/a.ts", "../cart/index.ts", "kernel-imports"],
  ["src/shop/kernel/db/a.ts", "../http/h.ts", "kernel-db-imports"],
  ["src/shop/kernel/http/a.ts", "../woo/w.ts", "kernel-http-imports"],
  ["src/shop/cart/a.ts", "../../../fixtures/f.ts", "no-test-imports-in-production"],
  ["simulators/a.ts", "../src/shop/kernel/k.ts", "no-src-imports-in-simulators"],
  ["e2e/a.ts", "../src/web/w.ts", "no-src-imports-in-e2e"],
  ["src/shop/kernel/a.ts", "./nowhere.ts", "no-missing-modules"],
];
const targets = [
  ...["src/shop/kernel/k.ts", "src/shop/cart/store.ts", "src/shop/cart/index.ts", "src/shop/orders/index.ts"],
  ...["src/shop/kernel/http/h.ts", "src/shop/kernel/woo/w.ts"],
  ...["src/web/w.ts", "src/web/search/s.ts", "src/web/home.route.ts", "src/backoffice/b.ts"],
  ...["src/backoffice/orders/o.ts", "fixtures/f.ts"],
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

test("each rule reports the imports that it forbids, type imports included", { timeout: 60_000 }, async () => {
  // below the repository, so that dependency-cruiser finds TypeScript
  await mkdir(join(root, "build"), { recursive: true });
  const folder = await mkdtemp(join(root, "build/import-rules-"));
  try {
    for (const file of ["simulators/s.ts", "e2e/e.ts", ...targets])
      await put(folder, file, "export type Target = 1;\n");
    for (const [index, [file, imports]] of forbiddenImports.entries()) {
      const own = file.replace("/a.ts", `/forbidden-${index}.ts`);
      await put(folder, own, `import type { Target } from "${imports}";\nexport type Other${index} = Target;\n`);
    }
    // files that import only each other's types are a cycle too
    await put(folder, "src/shop/kernel/db/one.ts", 'import type { B } from "./two.ts";\nexport type A = B | 1;\n');
    await put(folder, "src/shop/kernel/db/two.ts", 'import type { A } from "./one.ts";\nexport type B = A | 2;\n');
    const broken = await brokenRules(folder);
    expect(broken).toContain("no-cycles");
    expect(forbiddenImports.map(([, , rule]) => rule).filter((rule) => !broken.includes(rule))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
