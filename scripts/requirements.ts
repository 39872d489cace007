import { globSync, readFileSync } from "node:fs";

/**
 * `node scripts/requirements.ts [section …]` lists the rows of the back office's specification, and of buying in Vietnam, that no test names. A test
 * names a row in its title: `SI04 …`, `TD01, TD02 …`, `OD01–OD03 …`. Exits with 1 if a row of the given sections has no test.
 */
const rowsPerSection: Readonly<Record<string, number>> = {
  ...{ GR: 12, SI: 16, RO: 5, TD: 8, OL: 10, OD: 20, PK: 15, PC: 8, PR: 20, KA: 4, ST: 8 },
  ...{ LG: 6, SK: 5, OF: 6, AC: 6, SP: 6, SC: 10 },
  ...{ BQ: 33, AD: 22, GU: 21, SO: 15, DP: 14, UA: 13 },
};

/** Rows of part one that later parts of the specification cover. */
const laterRows = new Set([
  ...["TD06", "TD07", "TD08", "OD06", "OD07", "OD08", "OD09", "OD12", "OD13", "OD14", "OD15", "OD19", "PR14"],
  ...["LG02", "LG03", "LG04", "LG05", "LG06", "SK01", "SK02", "SK03", "SK04"],
]);

const rowId = (section: string, number: number): string => section + String(number).padStart(2, "0");

/** The titles of tests, which are the first strings of `test(`, `it(` and `describe(`, and of what follows the cases of `.each(…)`. */
const titlesOf = (source: string): string[] =>
  [...source.matchAll(/(?:\b(?:test|it|describe)(?:\.\w+)*|\))\s*\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1/gs)].map(
    ([, , title = ""]) => title,
  );

/** The rows that a title names, those between the ends of a range included. */
function rowsNamedIn(title: string): string[] {
  return [...title.matchAll(/\b([A-Z]{2})(\d{2})(?:[–-]\1?(\d{2}))?\b/g)].flatMap(([, section = "", first, last]) => {
    const from = Number(first);
    return Array.from({ length: Number(last ?? first) - from + 1 }, (_, index) => rowId(section, from + index));
  });
}

const files = globSync(["{src,simulators,e2e,scripts}/**/*.{test,spec}.{ts,tsx}"]);
const named = new Set(files.flatMap((file) => titlesOf(readFileSync(file, "utf8")).flatMap(rowsNamedIn)));

const sections = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(rowsPerSection);
let missing = 0;
for (const section of sections) {
  const count = rowsPerSection[section];
  if (!count) throw new Error(`${section} is none of the sections ${Object.keys(rowsPerSection).join(", ")}`);
  const rows = Array.from({ length: count }, (_, index) => rowId(section, index + 1)).filter(
    (row) => !laterRows.has(row),
  );
  const without = rows.filter((row) => !named.has(row));
  missing += without.length;
  console.log(
    `${section}: ${rows.length - without.length} of ${rows.length}; without a test: ${without.join(", ") || "none"}`,
  );
}
process.exitCode = missing > 0 ? 1 : 0;
