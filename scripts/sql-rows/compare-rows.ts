import ts from "typescript";
import type { ObservedRows } from "../../fixtures/testing/row-recorder.ts";
import { findQueries } from "./find-queries.ts";

type Check = (type: ts.Type) => boolean;
const hasFlag =
  (flag: ts.TypeFlags): Check =>
  (type) =>
    (type.flags & flag) !== 0;
const isNamed =
  (...names: string[]): Check =>
  (type) =>
    names.includes(type.symbol?.name ?? "");
/** accepts a branded type (`number & { … }`) */
const orBranded =
  (check: Check): Check =>
  (type) =>
    type.isIntersection() ? type.types.some(check) : check(type);
const isPlainNumber = hasFlag(ts.TypeFlags.NumberLike);

/** What both drivers return for a type OID; others (json above all) are not checked. */
const expected = new Map<number, { name: string; check: Check }>();
const expect = (name: string, check: Check, ...oids: number[]): void => {
  for (const oid of oids) expected.set(oid, { name, check });
};
expect("boolean", hasFlag(ts.TypeFlags.BooleanLike), 16);
expect("number", orBranded(isPlainNumber), 20, 21, 23, 26);
// no brand: amounts and ids are integers
expect("floating-point number", isPlainNumber, 700, 701);
expect("string", orBranded(hasFlag(ts.TypeFlags.StringLike)), 18, 19, 25, 869, 1042, 1043, 1700, 2950);
expect("Date", isNamed("Date"), 1082, 1114, 1184);
expect("Uint8Array", isNamed("Buffer", "Uint8Array"), 17);
expect("array", isNamed("Array", "ReadonlyArray"), 1005, 1007, 1009, 1015, 1016);

const constituents = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);
const isUnchecked = hasFlag(ts.TypeFlags.Any | ts.TypeFlags.Unknown);
const allowsNull = (type: ts.Type): boolean =>
  constituents(type).some((each) => isUnchecked(each) || hasFlag(ts.TypeFlags.Null)(each));

/** The declared type of a column: of its property, or of every property of a `Record<string, …>`. */
function columnType(checker: ts.TypeChecker, row: ts.Type, name: string): ts.Type | undefined {
  const property = checker.getPropertyOfType(row, name);
  return property ? checker.getTypeOfSymbol(property) : checker.getIndexTypeOfType(row, ts.IndexKind.String);
}

/** What is wrong with one column, or null. */
function columnProblem(
  checker: ts.TypeChecker,
  row: ts.Type,
  { name, dataTypeID, wasNull }: { name: string; dataTypeID: number; wasNull: boolean },
): string | null {
  const type = columnType(checker, row, name);
  if (!type) return `column ${name} is not in the row type`;
  if (wasNull && !allowsNull(type)) return `${name} was null, but its type is ${checker.typeToString(type)}`;
  const rule = expected.get(dataTypeID);
  const isMissing = hasFlag(ts.TypeFlags.Null | ts.TypeFlags.Undefined);
  const values = constituents(type).filter((each) => !isMissing(each));
  if (!rule || values.some(isUnchecked)) return null;
  return values.every(rule.check) ? null : `${name} is a ${rule.name}, but its type is ${checker.typeToString(type)}`;
}

function problemsOf(checker: ts.TypeChecker, row: ts.Type, { columns, nulls }: ObservedRows): string[] {
  if (row.flags & ts.TypeFlags.Any) return ["the row type is any"];
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

export interface Comparison {
  /** positions of the queries that the tests have run */
  seen: ReadonlySet<string>;
  /** positions of the shop's queries that no test has run */
  unreached: readonly string[];
  /** results that differ from the declared row type: position and problem */
  mismatches: readonly string[];
}

/** Compares the row types of a program's queries with results that tests have observed. */
export function compareRows(program: ts.Program, results: Iterable<ObservedRows>): Comparison {
  const checker = program.getTypeChecker();
  const queries = findQueries(program);
  const seen = new Set<string>();
  const mismatches = new Set<string>();
  for (const result of results) {
    const query = result.stack.map((frame) => queries.get(frame)).find(Boolean);
    if (!query) continue;
    seen.add(query.at);
    if (query.row)
      for (const problem of problemsOf(checker, query.row, result)) mismatches.add(`${query.at} ${problem}`);
  }
  const unreached = [...queries.values()]
    .map(({ at }) => at)
    .filter((at) => at.startsWith("src/") && !at.includes(".test.") && !seen.has(at));
  return { seen, unreached: [...new Set(unreached)].sort(), mismatches: [...mismatches].sort() };
}
