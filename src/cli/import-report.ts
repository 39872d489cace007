import { writeFile } from "node:fs/promises";
import { stringify } from "csv-stringify/sync";
import type { ImportResult, LineOutcome } from "#shop/catalog/csv/index.ts";
import type { Output } from "#shop/kernel/admin/admin-socket.ts";
import { printTable } from "./table.ts";

/** lines printed at most; the file of --report has all of them */
const maxPrinted = 100;

const cellsOf = ({ line, outcome, id, sku, field, reason }: LineOutcome): string[] => [
  ...[String(line), outcome, id === null ? "" : String(id)],
  ...[sku, field, reason],
];

/** Escapes cells that a spreadsheet would run as a formula (a SKU may begin with =). */
const escapeFormula = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

/** Writes the result of each line as a CSV file. */
export const writeReport = (path: string, { lines }: ImportResult): Promise<void> =>
  writeFile(
    path,
    `\uFEFF${stringify([["Line", "Outcome", "ID", "SKU", "Column", "Reason"], ...lines.map((line) => cellsOf(line).map(escapeFormula))])}`,
  );

const count = ({ lines }: ImportResult, outcome: LineOutcome["outcome"]): number =>
  new Set(lines.filter((one) => one.outcome === outcome).map(({ line }) => line)).size;

/**
 * Prints the result of an import, and failed lines by number, column and reason. @returns the number of failed lines
 */
export function printReport(
  output: Output,
  imported: ImportResult,
  { dryRun, verbose }: { dryRun: boolean; verbose: boolean },
): number {
  const shown = imported.lines.filter(({ outcome }) => verbose || outcome === "failed");
  if (shown.length > 0) {
    const headings = ["LINE", "OUTCOME", "ID", "SKU", "COLUMN", "REASON"];
    printTable(output, headings, shown.slice(0, verbose ? shown.length : maxPrinted).map(cellsOf), "");
    if (!verbose && shown.length > maxPrinted) output.out(`… and ${shown.length - maxPrinted} more: see --report.`);
  }
  if (imported.unknownColumns.length > 0) {
    output.out(`Unknown columns, ignored: ${imported.unknownColumns.join(", ")}.`);
  }
  const undone = dryRun || !imported.written;
  const failed = count(imported, "failed");
  const numbers = (["created", "updated", "skipped"] as const).map((one) => `${count(imported, one)} ${one}`);
  output.out(`${undone ? "Would be: " : ""}${[...numbers, `${failed} failed`].join(", ")}.`);
  return failed;
}
