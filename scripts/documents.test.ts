import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { calls } from "#contract/calls/index.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");
const every = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map((found) => found[1] ?? "")),
];

test(".env.example names every setting of the shop, and no other", async () => {
  const config = await read("src/shop/kernel/config.ts");
  const environment = /const Environment = z\.object\(\{([\s\S]*?)\n\}\)/.exec(config)?.[1] ?? "";
  const settings = every(environment, /^ {2}([A-Z][A-Z0-9_]+):/gm);
  const documented = every(await read(".env.example"), /^#? ?([A-Z][A-Z0-9_]+)=/gm);
  expect(settings.length).toBeGreaterThan(10);
  expect(documented.sort()).toEqual(settings.sort());
});

test("the README's commands and files exist", async () => {
  const readme = await read("README.md");
  const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
  const commands = every(readme, /`npm run ([a-z]+)/g);
  expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  const files = every(readme, /\]\((?!https?:)([^)#]+)\)/g);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const folders = every(readme, /^\| `([a-z][\w./-]+)` +\|/gm);
  expect(folders.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
});

test("the decisions are numbered without a gap and say where they stand", async () => {
  const names = (await readdir(join(root, "docs/decisions"))).sort();
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
  for (const name of names) {
    const text = await read(`docs/decisions/${name}`);
    for (const part of ["Status: ", "## Context", "## Decision", "## Refused"]) expect(text, name).toContain(part);
  }
});

test("the page on the store's API has every call, and no other", async () => {
  const listed = every(await read("docs/store-api.md"), /^\| `((?:GET|POST|PUT|DELETE)\b[^`]* \/[^`]*)` *\|/gm);
  const table = calls.map(
    ({ method, also = [], path }) => `${[method, ...also].join(", ")} ${path.replace(/^\/wp-json(?=\/)/, "")}`,
  );
  expect(listed.sort()).toEqual([...new Set(table)].sort());
});

test("the image is a shop that takes real money, by nobody with rights", async () => {
  const image = (await read("deploy/Dockerfile")).split(/^FROM /m).at(-1) ?? "";
  expect(image).toMatch(/^ENV .*\bSHOP_MODE=live\b/m);
  expect(image).toMatch(/^USER node$/m);
});
