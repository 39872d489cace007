import { writeFile } from "node:fs/promises";
import { stringify } from "csv-stringify/sync";
import type { Imported, LineOutcome } from "#shop/catalog/csv/index.ts";
import type { Output } from "#shop/kernel/admin/admin-socket.ts";
import { printTable } from "./table.ts";

/** beyond, the file that --report names has the rest */
const mostPrinted = 100;

const cellsOf = ({ line, outcome, id, sku, field, reason }: LineOutcome): string[] => [
  ...[String(line), outcome, id === null ? "" : String(id)],
  ...[sku, field, reason],
];

/** A code may begin with =: whoever opens the report sees it, and runs nothing. */
const guarded = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

/** Writes what became of each line as a CSV file. */
export const writeReport = (path: string, { lines }: Imported): Promise<void> =>
  writeFile(
    path,
    `\uFEFF${stringify([["Line", "Outcome", "ID", "SKU", "Column", "Reason"], ...lines.map((line) => cellsOf(line).map(guarded))])}`,
  );

const count = ({ lines }: Imported, outcome: LineOutcome["outcome"]): number =>
  new Set(lines.filter((one) => one.outcome === outcome).map(({ line }) => line)).size;

/** What became of an import, in words; lines that cannot be taken by number, column and reason. @returns how many they are */
export function printReport(
  output: Output,
  imported: Imported,
  { dryRun, verbose }: { dryRun: boolean; verbose: boolean },
): number {
  const told = imported.lines.filter(({ outcome }) => verbose || outcome === "failed");
  if (told.length > 0) {
    const headings = ["LINE", "OUTCOME", "ID", "SKU", "COLUMN", "REASON"];
    printTable(output, headings, told.slice(0, verbose ? told.length : mostPrinted).map(cellsOf), "");
    if (!verbose && told.length > mostPrinted) output.out(`… and ${told.length - mostPrinted} more: see --report.`);
  }
  if (imported.unknownColumns.length > 0) {
    output.out(`Columns that say nothing to this shop: ${imported.unknownColumns.join(", ")}.`);
  }
  const undone = dryRun || !imported.written;
  const failed = count(imported, "failed");
  const numbers = (["created", "updated", "skipped"] as const).map((one) => `${count(imported, one)} ${one}`);
  output.out(`${undone ? "Would be: " : ""}${[...numbers, `${failed} failed`].join(", ")}.`);
  return failed;
}
