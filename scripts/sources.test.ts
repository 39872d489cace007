import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
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

/** The relative imports of a file that leave its module. */
function importsAcross(file: string, source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const name = statement.moduleSpecifier;
    if (!name || !ts.isStringLiteral(name) || !name.text.startsWith(".") || name.text.includes("+types/")) return [];
    const target = relative(root, join(root, dirname(file), name.text));
    return hasAlias(target) && moduleOf(target) !== moduleOf(file) ? [`${file}: ${name.text}`] : [];
  });
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
