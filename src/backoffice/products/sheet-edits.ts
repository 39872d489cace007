import type { ProductListRow, ProductSheetVariation, SheetChange } from "#contract/backoffice/products.ts";
import { parseAmount } from "#backoffice/components/amount.ts";

/** Columns that can be edited, in their order. */
export const sheetColumns = ["regular_price", "sale_price", "quantity"] as const;
export type SheetColumn = (typeof sheetColumns)[number];

/** One editable line: a product without variations, or a variation. */
export interface SheetLine {
  productId: number;
  variationId: number | null;
  name: string;
  options: string;
  cells: Pick<ProductSheetVariation, "regular_price" | "sale_price" | "stock_id" | "managed" | "quantity">;
  /** its units are those of a line above it */
  sharesStock: boolean;
}

/** A typed text, and the stored one over which it was typed: the list is read again while a draft is open. */
interface SheetEdit {
  text: string;
  seen: string;
}

/** Edits by `product:variation:column`. */
export type SheetEdits = Readonly<Record<string, SheetEdit>>;

export const cellKey = (
  { productId, variationId }: Pick<SheetLine, "productId" | "variationId">,
  column: SheetColumn,
) => `${productId}:${variationId ?? 0}:${column}`;

/** The lines of a product. */
export function linesOf(row: ProductListRow): SheetLine[] {
  const common = { productId: row.id, name: row.name };
  if (row.type === "simple") return [{ ...common, variationId: null, options: "", cells: row, sharesStock: false }];
  const seen = new Set<number>();
  return row.variations.map((variation) => {
    const sharesStock = seen.has(variation.stock_id);
    seen.add(variation.stock_id);
    return { ...common, variationId: variation.id, options: variation.options, cells: variation, sharesStock };
  });
}

/** The stored value of a cell as text. */
export function storedText({ cells }: SheetLine, column: SheetColumn): string {
  const value = cells[column];
  return value === null ? "" : String(value);
}

/** Whether a text can be saved in a column. */
export const isValid = (column: SheetColumn, text: string): boolean => {
  const amount = parseAmount(text);
  return column === "quantity" ? typeof amount === "number" && amount <= 1_000_000 : amount !== undefined;
};

/** Whether a text of the edits cannot be saved. */
export const hasInvalid = (edits: SheetEdits): boolean =>
  Object.entries(edits).some(([key, { text }]) => !isValid(key.split(":")[2] as SheetColumn, text));

/** The edits with one cell changed; a cell with the value that it had is no edit. */
export function withEdit(edits: SheetEdits, line: SheetLine, column: SheetColumn, text: string): SheetEdits {
  const key = cellKey(line, column);
  const { [key]: before, ...others } = edits;
  const seen = before?.seen ?? storedText(line, column);
  const same = parseAmount(text) === parseAmount(seen) && parseAmount(text) !== undefined;
  return same ? others : { ...others, [key]: { text, seen } };
}

/** Spreads a copied block of a spreadsheet over the lines and columns from a cell on; what does not fit is left out. */
export function withPaste(
  edits: SheetEdits,
  text: string,
  { lines, line, column }: { lines: readonly SheetLine[]; line: SheetLine; column: SheetColumn },
): SheetEdits {
  const rows = text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((row) => row.split("\t"));
  const first = lines.findIndex((one) => cellKey(one, column) === cellKey(line, column));
  const left = sheetColumns.indexOf(column);
  return rows.reduce((spread, row, down) => {
    const target = lines[first + down];
    if (!target) return spread;
    return row.reduce((inRow, value, right) => {
      const at = sheetColumns[left + right];
      const editable = at && !(at === "quantity" && (target.sharesStock || !target.cells.managed));
      return editable ? withEdit(inRow, target, at, value.trim()) : inRow;
    }, spread);
  }, edits);
}

/** A change of the request, before the server has parsed its prices. */
type WrittenChange = Omit<SheetChange, "regular_price" | "sale_price"> &
  Partial<Record<"regular_price" | "sale_price", string>>;

/** The changes that the edits mean: prices as typed, stock as the difference to what was seen. */
export const changesOf = (edits: SheetEdits, lines: readonly SheetLine[]): WrittenChange[] =>
  lines.flatMap((line) => {
    const typed = (column: SheetColumn): number | null | undefined => {
      const edit = edits[cellKey(line, column)];
      return edit === undefined ? undefined : parseAmount(edit.text);
    };
    const [regular, sale, quantity] = sheetColumns.map(typed);
    if (regular === undefined && sale === undefined && quantity === undefined) return [];
    const seen = Number(edits[cellKey(line, "quantity")]?.seen ?? 0);
    return [
      {
        product_id: line.productId,
        ...(line.variationId === null ? {} : { variation_id: line.variationId }),
        ...(regular === undefined ? {} : { regular_price: String(regular ?? "") }),
        ...(sale === undefined ? {} : { sale_price: String(sale ?? "") }),
        ...(typeof quantity === "number" ? { inventory_delta: quantity - seen, seen_quantity: seen } : {}),
      },
    ];
  });
