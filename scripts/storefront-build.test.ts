import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { testAll } from "#fixtures/testing/test-all.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

/** What belongs to the back office alone. */
const backOffice = [
  "src/backoffice",
  "src/contract/texts/backoffice.vi.json",
  "src/contract/texts/backoffice.en.json",
  "vite.backoffice.config.ts",
];

test("GR02: the style of the storefront is made from folders without the back office", async () => {
  const style = await readFile(join(root, "src/web/style.css"), "utf8");
  const sources = [...style.matchAll(/@import "tailwindcss" source\("([^"]+)"\)|@source "([^"]+)"/g)];
  expect(sources.map(([, own, further]) => own ?? further)).toEqual([".", "../design"]);
});

/** The files of a folder with the hash of each. */
async function hashesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hashes = files.toSorted().map(async (path) => {
    const hash = createHash("sha256").update(await readFile(path));
    return [path.slice(folder.length + 1), hash.digest("hex")] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

/** Builds the storefront in a copy of the sources. @returns the built files */
async function buildIn(copy: string): Promise<Record<string, string>> {
  const bin = join(copy, "node_modules/@react-router/dev/bin.cjs");
  await run(process.execPath, [bin, "build"], { cwd: copy, env: { ...process.env, NODE_ENV: "production" } });
  return hashesOf(join(copy, "build/storefront"));
}

if (testAll)
  test("GR02: with or without the back office each file of the storefront's build is identical byte for byte", {
    timeout: 600_000,
  }, async () => {
    const copy = await mkdtemp(join(tmpdir(), "storefront-build-"));
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    const names = ["src", "public", "package.json", "tsconfig.json", "vite.config.ts", "vite.backoffice.config.ts"];
    for (const name of [...names, "react-router.config.ts"])
      await cp(join(root, name), join(copy, name), { recursive: true });
    await mkdir(join(copy, "build"));
    for (const name of ["node_modules", "build/pictures"]) await symlink(join(root, name), join(copy, name));
    const withIt = await buildIn(copy);
    for (const name of backOffice) await rm(join(copy, name), { recursive: true });
    const without = await buildIn(copy);
    expect(Object.keys(withIt).length).toBeGreaterThan(100);
    expect(without).toEqual(withIt);
  });
