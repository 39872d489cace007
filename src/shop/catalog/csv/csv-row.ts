import type { MetaText } from "#shop/kernel/woo/woo-meta.ts";
import { ofCell, toNames } from "./cells.ts";
import type { AttributePart, CsvColumn, Field } from "./columns.ts";
import { ProductLineError } from "./outcomes.ts";

export type AttributeCells = Partial<Record<AttributePart, string>>;

/** The cells of one line by their meaning. A field without a column in the file is undefined, an empty cell is "". */
export interface CsvRow {
  cells: Partial<Record<Field, string>>;
  /** for a column that names its unit: the factor to the shop's */
  factors: Partial<Record<Field, number>>;
  /** by number, in their order; null if the file has no attribute columns */
  attributes: [number, AttributeCells][] | null;
  meta: MetaText[];
  hasDownloads: boolean;
}

/** Fields of plain text that WooCommerce writes as HTML, with its entities. */
const named: ReadonlySet<Field> = new Set([
  ...(["sku", "name", "name_en", "parent", "categories", "categories_en", "tags", "tags_en"] as const),
  ...(["upsells", "cross_sells", "stock_of"] as const),
]);

const checkLength = (columns: readonly CsvColumn[], cells: readonly string[]): void => {
  const more = cells.slice(columns.length).some((cell) => cell.trim() !== "");
  if (cells.length >= columns.length && !more) return;
  const reason = `has ${cells.length} cells and the first line ${columns.length}: a quote or a comma may be missing.`;
  throw new ProductLineError({ field: "", reason });
};

/** @throws ProductLineError if the line and the headings differ in length */
export function rowOf(columns: readonly CsvColumn[], cells: readonly string[]): CsvRow {
  checkLength(columns, cells);
  const row: CsvRow = { cells: {}, factors: {}, attributes: null, meta: [], hasDownloads: false };
  const attributes = new Map<number, AttributeCells>();
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? "";
    const text = ofCell(column.kind === "meta" ? cell : cell.trim());
    if (column.kind === "field") {
      row.cells[column.field] = named.has(column.field) ? toNames(text) : text;
      row.factors[column.field] = column.factor;
    } else if (column.kind === "attribute") {
      attributes.set(column.number, { ...attributes.get(column.number), [column.part]: toNames(text) });
    } else if (column.kind === "meta") row.meta.push({ key: column.key, text });
    else if (column.kind === "download" && text !== "") row.hasDownloads = true;
  }
  if (attributes.size > 0) row.attributes = [...attributes].sort(([one], [other]) => one - other);
  return row;
}
