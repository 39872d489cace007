import { writeFile } from "node:fs/promises";
import { type ImportResult, type LineOutcome, reportCells, reportText } from "#shop/catalog/csv/index.ts";
import type { Output } from "#shop/kernel/admin/admin-socket.ts";
import { printTable } from "./table.ts";

/** lines printed at most; the file of --report has all of them */
const maxPrinted = 100;

/** Writes the result of each line as a CSV file. */
export const writeReport = (path: string, { lines }: ImportResult): Promise<void> => writeFile(path, reportText(lines));

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
    printTable(output, headings, shown.slice(0, verbose ? shown.length : maxPrinted).map(reportCells), "");
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
