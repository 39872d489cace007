import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import vi from "#contract/texts/vi.json" with { type: "json" };
import { findBundledKeys } from "#web/i18n/texts-plugin.ts";
import routes from "./routes.ts";

const folder = import.meta.dirname;
const isBundled = findBundledKeys(folder);
const keys = Object.entries(vi).flatMap(([section, entries]) =>
  Object.keys(entries).map((name) => `${section}.${name}`),
);
const sectionOf = (key: string): string => key.replace(/\..*/, "");

const groups = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, group = ""]) => group);

/** A declaration at the top of a module, or what it imports from another one. */
interface Declaration {
  file: string;
  name: string;
}

interface WebModule {
  /** sources of its declarations by their names */
  declared: ReadonlyMap<string, string>;
  imported: ReadonlyMap<string, Declaration>;
  /** sections that it is loaded with */
  sections: readonly string[];
}

const fileOf = (from: string, name: string): string =>
  name.startsWith("#web/") ? join(folder, name.slice("#web/".length)) : resolve(dirname(from), name);
const isOfWeb = (name: string): boolean => /^(\.|#web\/).*\.tsx?$/.test(name);

/** The sources are formatted: a declaration begins at the start of a line, and the next one ends it. */
function parse(file: string): WebModule {
  const source = readFileSync(file, "utf8").replace(/\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
  const imported = new Map<string, Declaration>();
  for (const [, names = "", from = ""] of source.matchAll(/^import (?!type )([^;]*?) from "([^"]+)";/gm))
    if (isOfWeb(from))
      for (const name of groups(names, /(?<!type )\b(\w+)\b(?=\s*[,}])/g))
        imported.set(name, { file: fileOf(file, from), name });
  const declared = new Map<string, string>();
  for (const statement of source.split(/^(?=[a-z])/m)) {
    const name = /^(?:export )?(?:default )?(?:async )?(?:function|const|class)\s+(\w+)/.exec(statement)?.[1];
    if (name === undefined) continue;
    declared.set(name, statement);
    if (statement.startsWith("export default ")) declared.set("default", statement);
  }
  return { declared, imported, sections: groups(source, /"virtual:site-texts\/section\/(\w+)"/g) };
}

const modules = new Map<string, WebModule>();
function read(file: string): WebModule {
  const module = modules.get(file) ?? parse(file);
  modules.set(file, module);
  return module;
}

/** The declarations that one uses, also those that are loaded later. */
function usedBy({ file, name }: Declaration): Declaration[] {
  const { declared, imported } = read(file);
  const source = declared.get(name) ?? "";
  const later = groups(source, /\bimport\("([^"]+)"\)/g).filter(isOfWeb);
  return [...new Set(groups(source, /(?<![\w"'`]|[^.]\.)\b(\w+)/g).filter((used) => used !== name))]
    .flatMap((used): Declaration[] => {
      const other = imported.get(used);
      if (other) return [other];
      return declared.has(used) ? [{ file, name: used }] : [];
    })
    .concat(
      later.flatMap((from) => {
        const target = fileOf(file, from);
        return [...read(target).declared.keys()].map((each) => ({ file: target, name: each }));
      }),
    );
}

const whole = /["'`]([a-z][a-z0-9_]*(?:\.\w+)?)["'`]/g;
const starts = /`([a-z][a-z0-9_]*\.\w*)\$\{/g;

/** Sections and keys that the loader of a route names. */
function providedBy(file: string): string[] {
  const visited = new Set<string>();
  const namesIn = (declaration: Declaration): string[] => {
    const id = `${declaration.file} ${declaration.name}`;
    if (visited.has(id)) return [];
    visited.add(id);
    const source = read(declaration.file).declared.get(declaration.name) ?? "";
    return [
      ...groups(source, whole),
      ...groups(source, starts).map(sectionOf),
      ...usedBy(declaration).flatMap(namesIn),
    ];
  };
  const loader = { file, name: "loader" };
  return read(file).declared.get("loader")?.includes("pageTexts(") ? namesIn(loader) : [];
}

/** Keys that a declaration may show: written in it, or with a start that is. */
function keysOf(source: string): string[] {
  const written = new Set(groups(source, whole));
  const begun = groups(source, starts);
  return keys.filter(
    (key) =>
      written.has(key) || written.has(key.replace(/_(one|other)$/, "")) || begun.some((start) => key.startsWith(start)),
  );
}

/** Keys without a text, as "file: key", in a declaration and what it uses. */
function missingIn(start: Declaration, provided: ReadonlySet<string>, visited: Set<string>): string[] {
  const { declared, sections } = read(start.file);
  const own = new Set([...provided, ...sections]);
  const visit = [start.file, start.name, ...[...own].sort()].join(" ");
  if (visited.has(visit)) return [];
  visited.add(visit);
  const missing = keysOf(declared.get(start.name) ?? "").filter(
    (key) => !isBundled(key) && !own.has(key) && !own.has(sectionOf(key)),
  );
  return [
    ...missing.map((key) => `${start.file.slice(folder.length + 1)}: ${key}`),
    ...usedBy(start).flatMap((next) => missingIn(next, own, visited)),
  ];
}

const onServer = ["loader", "action", "headers", "middleware"];

function missingOf({ file, children = [] }: RouteConfigEntry, above: readonly string[] = []): string[] {
  const path = join(folder, file);
  const provided = [...above, ...providedBy(path)];
  const visited = new Set<string>();
  const shown = [...read(path).declared.keys()].filter((name) => !onServer.includes(name));
  return [
    ...shown.flatMap((name) => missingIn({ file: path, name }, new Set(provided), visited)),
    ...children.flatMap((child) => missingOf(child, provided)),
  ];
}

test("a text outside of the bundle comes from the page's loader, or with the component that is loaded", () => {
  const missing = [{ file: "root.tsx" }, ...routes].flatMap((route) => missingOf(route));
  expect([...new Set(missing)]).toEqual([]);
});
