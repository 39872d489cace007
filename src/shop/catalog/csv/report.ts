import { stringify } from "csv-stringify/sync";
import { neutralized } from "#shop/kernel/base/csv-cells.ts";
import type { LineOutcome } from "./outcomes.ts";

/** An outcome as cells: line, outcome, id, SKU, column and reason. */
export const reportCells = ({ line, outcome, id, sku, field, reason }: LineOutcome): string[] => [
  ...[String(line), outcome, id === null ? "" : String(id)],
  ...[sku, field, reason],
];

/** The result of each line as a CSV file, with a byte order mark. */
export const reportText = (lines: readonly LineOutcome[]): string =>
  `\uFEFF${stringify([
    ["Line", "Outcome", "ID", "SKU", "Column", "Reason"],
    ...lines.map((line) => reportCells(line).map(neutralized)),
  ])}`;
