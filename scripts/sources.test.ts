import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const maxFileLines = 300;
const maxFunctionLines = 80;

const sources = execFileSync("git", ["ls-files", "src", "simulators", "fixtures"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file));
const product = sources.filter((file) => file.startsWith("src/") && !/\.test\.tsx?$/.test(file));

/** The modules: within one, imports are relative; from one to another, they use an alias of package.json. */
const modules = [
  /^src\/shop\/kernel\/[^/]+\//,
  /^src\/shop\/(?!kernel\/)[^/]+\//,
  /^src\/web\/[^/]+\//,
  /^src\/contract\//,
  /^src\/design\//,
  /^src\/backoffice\/[^/]+\//,
  /^simulators\/[^/]+\//,
  /^fixtures\//,
];
const moduleOf = (file: string): string =>
  modules.map((pattern) => pattern.exec(file)?.[0]).find(Boolean) ?? `${dirname(file)}/`;
const hasAlias = (file: string): boolean =>
  /^(src\/(backoffice|contract|design|shop|web)|simulators|fixtures)\//.test(file);

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);

/** The names of the modules that a file imports. */
const importsOf = (source: ts.SourceFile): string[] =>
  source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const name = statement.moduleSpecifier;
    return name && ts.isStringLiteral(name) && !name.text.includes("+types/") ? [name.text] : [];
  });
const isRelative = (name: string): boolean => name.startsWith(".");

/** The relative imports of a file that leave its module. */
function importsAcross(file: string, source: ts.SourceFile): string[] {
  return importsOf(source).flatMap((name) => {
    const target = join(dirname(file), name);
    return isRelative(name) && hasAlias(target) && moduleOf(target) !== moduleOf(file) ? [`${file}: ${name}`] : [];
  });
}

/** The file that an import names, from the root; undefined for a package. */
function targetOf(file: string, name: string): string | undefined {
  if (isRelative(name)) return join(dirname(file), name);
  const [, alias, path] = /^#(\w+)\/(.*)$/.exec(name) ?? [];
  if (!alias || !path) return undefined;
  return join(/^(simulators|fixtures)$/.test(alias) ? "" : "src", alias, path);
}

/** The two folders, next to each other, that contain the one and the other file; undefined if one is below the other's folder. */
function neighboursOf(one: string, other: string): [string, string] | undefined {
  const [a, b] = [dirname(one).split("/"), dirname(other).split("/")];
  const fork = a.findIndex((name, index) => name !== b[index]);
  if (fork < 0 || fork >= b.length) return undefined;
  return [a.slice(0, fork + 1).join("/"), b.slice(0, fork + 1).join("/")];
}

/** Pairs of folders next to each other whose files import each other. */
function mutualFolders(files: readonly (readonly [file: string, source: ts.SourceFile])[]): string[] {
  const imports = new Map<string, Set<string>>();
  for (const [file, source] of files)
    for (const target of importsOf(source).map((name) => targetOf(file, name))) {
      const pair = target && neighboursOf(file, target);
      if (pair) imports.set(pair[0], (imports.get(pair[0]) ?? new Set()).add(pair[1]));
    }
  const isMutual = (one: string, other: string): boolean => imports.get(other)?.has(one) ?? false;
  return [...imports].flatMap(([one, others]) =>
    [...others].filter((other) => one < other && isMutual(one, other)).map((other) => `${one}, ${other}`),
  );
}

/** The functions of a file with too many lines, comments and blank lines included. */
function longFunctions(file: string, source: ts.SourceFile): string[] {
  const found: string[] = [];
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const first = lineAt(node.getStart(source));
      const lines = lineAt(node.getEnd()) - first + 1;
      if (lines > maxFunctionLines) found.push(`${file}:${first}: ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The types and classes that a file declares. */
const declaredTypes = (source: ts.SourceFile): string[] =>
  source.statements.flatMap((statement) =>
    ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isClassDeclaration(statement)
      ? (statement.name?.text ?? [])
      : [],
  );

/** The type names that more than one of the files declares, with the files. */
function repeatedTypes(files: readonly (readonly [file: string, source: ts.SourceFile])[]): string[] {
  const filesByType = new Map<string, Set<string>>();
  for (const [file, source] of files)
    for (const type of declaredTypes(source)) filesByType.set(type, (filesByType.get(type) ?? new Set()).add(file));
  return [...filesByType].flatMap(([type, declaring]) =>
    declaring.size > 1 ? [`${type}: ${[...declaring].join(", ")}`] : [],
  );
}

test("imports from one module to another use an alias", { timeout: 60_000 }, () => {
  expect(sources.flatMap((file) => importsAcross(file, parse(file)))).toEqual([]);
});

test("no two folders next to each other import each other", { timeout: 60_000 }, () => {
  const files = sources.filter((file) => !/\.(test|spec)\.tsx?$/.test(file));
  expect(mutualFolders(files.map((file) => [file, parse(file)]))).toEqual([]);
});

test("two folders that import each other are reported, a folder and the one above it are not", () => {
  const sample = (file: string, name: string) =>
    [file, ts.createSourceFile(file, `import { a } from "${name}";`, ts.ScriptTarget.Latest)] as const;
  const samples = [
    sample("src/shop/a/x/one.ts", "../y/two.ts"),
    sample("src/shop/a/y/z/three.ts", "../../x/four.ts"),
    sample("src/shop/a/x/five.ts", "../six.ts"),
    sample("src/shop/a/six.ts", "./x/five.ts"),
    sample("src/web/b/seven.ts", "#contract/eight.ts"),
    sample("src/shop/b/nine.ts", "#shop/a/index.ts"),
  ];
  expect(mutualFolders(samples)).toEqual(["src/shop/a/x, src/shop/a/y"]);
});

test("no two files of the product declare a type of the same name", { timeout: 60_000 }, () => {
  expect(repeatedTypes(product.map((file) => [file, parse(file)]))).toEqual([]);
});

test("a type name that two files declare is reported with both files", () => {
  const sample = (file: string, text: string) =>
    [file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest)] as const;
  const samples = [
    sample("a.ts", "export interface Order { id: number } type Line = string;"),
    sample("b.tsx", "type Order = string; interface Line { id: number }"),
    sample("c.ts", "export class Line {} const Order = 1; function f() { type Row = 1; }"),
    sample("d.ts", "import { Row } from './e.ts'; type Cell = Row; const Cell = 1;"),
  ];
  expect(repeatedTypes(samples)).toEqual(["Order: a.ts, b.tsx", "Line: a.ts, b.tsx, c.ts"]);
});

test("no function of the product has over 80 lines, and no file over 300", { timeout: 60_000 }, () => {
  expect(product.flatMap((file) => longFunctions(file, parse(file)))).toEqual([]);
  const long = product.filter(
    (file) => readFileSync(join(root, file), "utf8").trimEnd().split("\n").length > maxFileLines,
  );
  expect(long).toEqual([]);
});
