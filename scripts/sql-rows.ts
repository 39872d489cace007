// Compares the row types in the code with the results that the tests have seen: `SQL_ROWS=1 npm test -- integration`, then
// `node scripts/sql-rows.ts`. fixtures/testing/record-rows.ts writes the results to build/sql-rows. Exits with 1 on a mismatch;
// `--unreached` also lists the queries that no test runs.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import type { ObservedRows } from "../fixtures/testing/record-rows.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "build/sql-rows");

/** A call of `all`, `one` or `write` with a row type; `row` is null if the call does not declare one. */
interface QuerySite {
  at: string;
  row: ts.Type | null;
}

/** These pass statements on: the row type is declared by their caller. */
const isDriver = (file: string): boolean => /\/kernel\/db\/(database|pglite|postgres)\.ts$/.test(file);

const readMethods = new Set(["all", "one", "write"]);

function openProject(): ts.Program {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram(fileNames, options);
}

/** The row type of a query; undefined for a generic wrapper, whose caller declares the type. */
function rowTypeOf(checker: ts.TypeChecker, call: ts.CallExpression): ts.Type | null | undefined {
  const signature = checker.getResolvedSignature(call);
  const result = signature && checker.getAwaitedType(checker.getReturnTypeOfSignature(signature));
  if (!result) return undefined;
  const single = checker.getNonNullableType(result);
  const row = checker.isArrayType(single) ? checker.getTypeArguments(single as ts.TypeReference)[0] : single;
  if (!row || row.flags & ts.TypeFlags.TypeParameter) return undefined;
  return row.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown) ? null : row;
}

/** All queries of the project, by the position of the method name (`file:line:column`), as call stacks have it. */
function findQueries(program: ts.Program): Map<string, QuerySite> {
  const checker = program.getTypeChecker();
  const sites = new Map<string, QuerySite>();
  const visit = (file: ts.SourceFile, node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      const target = checker.getTypeAtLocation(expression);
      if (readMethods.has(name.text) && target.getProperty("all") && target.getProperty("one")) {
        const row = rowTypeOf(checker, node);
        const { line, character } = file.getLineAndCharacterOfPosition(name.getStart(file));
        const at = `${relative(root, file.fileName)}:${line + 1}:${character + 1}`;
        if (row !== undefined) sites.set(at, { at, row });
      }
    }
    ts.forEachChild(node, (child) => visit(file, child));
  };
  for (const file of program.getSourceFiles())
    if (
      !file.isDeclarationFile &&
      file.fileName.startsWith(root) &&
      !file.fileName.includes("node_modules") &&
      !isDriver(file.fileName)
    )
      visit(file, file);
  return sites;
}

type Check = (type: ts.Type) => boolean;
const hasFlag =
  (flag: ts.TypeFlags): Check =>
  (type) =>
    (type.flags & flag) !== 0;
const isNamed =
  (...names: string[]): Check =>
  (type) =>
    names.includes(type.symbol?.name ?? "");
const isString = hasFlag(ts.TypeFlags.StringLike);
const isNumber = hasFlag(ts.TypeFlags.NumberLike);
const isArray = isNamed("Array", "ReadonlyArray");

/** What both drivers return for a type OID; others (json above all) are not checked. */
const expected = new Map<number, { name: string; check: Check }>();
const expect = (name: string, check: Check, ...oids: number[]): void => {
  for (const oid of oids) expected.set(oid, { name, check });
};
expect("boolean", hasFlag(ts.TypeFlags.BooleanLike), 16);
expect("number", isNumber, 20, 21, 23, 26, 700, 701);
expect("string", isString, 18, 19, 25, 869, 1042, 1043, 1700, 2950);
expect("Date", isNamed("Date"), 1082, 1114, 1184);
expect("Uint8Array", isNamed("Buffer", "Uint8Array"), 17);
expect("array", isArray, 1005, 1007, 1009, 1015, 1016);

const constituents = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);
const allowsNull = (type: ts.Type): boolean =>
  constituents(type).some(hasFlag(ts.TypeFlags.Null | ts.TypeFlags.Any | ts.TypeFlags.Unknown));

/** What is wrong with one column, or null. */
function columnProblem(
  checker: ts.TypeChecker,
  row: ts.Type,
  { name, dataTypeID, wasNull }: { name: string; dataTypeID: number; wasNull: boolean },
): string | null {
  const property = checker.getPropertyOfType(row, name);
  if (!property) return `column ${name} is not in the row type`;
  const type = checker.getTypeOfSymbol(property);
  if (wasNull && !allowsNull(type)) return `${name} was null, but its type is ${checker.typeToString(type)}`;
  const rule = expected.get(dataTypeID);
  const ignored = ts.TypeFlags.Null | ts.TypeFlags.Undefined;
  const values = constituents(type).filter((each) => !hasFlag(ignored)(each));
  if (!rule || values.some(hasFlag(ts.TypeFlags.Any | ts.TypeFlags.Unknown))) return null;
  return values.every(rule.check) ? null : `${name} is a ${rule.name}, but its type is ${checker.typeToString(type)}`;
}

function problemsOf(checker: ts.TypeChecker, row: ts.Type, { columns, nulls }: ObservedRows): string[] {
  const names = new Set(columns.map(({ name }) => name));
  const missing = checker
    .getPropertiesOfType(row)
    .filter((property) => !(property.flags & ts.SymbolFlags.Optional) && !names.has(property.name))
    .map((property) => `no column ${property.name}`);
  const wrong = columns.map(({ name, dataTypeID }) =>
    columnProblem(checker, row, { name, dataTypeID, wasNull: nulls.includes(name) }),
  );
  return [...missing, ...wrong.filter((problem) => problem !== null)];
}

const readObserved = (): ObservedRows[] =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as ObservedRows[])
    : [];

const program = openProject();
const queries = findQueries(program);
const reached = new Set<string>();
const problems = new Set<string>();
for (const observed of readObserved()) {
  const at = observed.stack.find((frame) => queries.has(frame));
  const row = at === undefined ? undefined : queries.get(at)?.row;
  if (at !== undefined) reached.add(at);
  if (row) for (const problem of problemsOf(program.getTypeChecker(), row, observed)) problems.add(`${at} ${problem}`);
}
const unreached = [...queries.keys()].filter(
  (at) => at.startsWith("src/") && !at.includes(".test.") && !reached.has(at),
);
for (const problem of [...problems].sort()) console.log(problem);
if (process.argv.includes("--unreached"))
  for (const at of unreached.sort()) console.log(`not reached by a test: ${at}`);
console.log(`${reached.size} queries seen, ${unreached.length} not reached, ${problems.size} mismatches`);
if (reached.size === 0) console.log("No results recorded: run the tests with SQL_ROWS=1 first.");
process.exitCode = problems.size > 0 || reached.size === 0 ? 1 : 0;
