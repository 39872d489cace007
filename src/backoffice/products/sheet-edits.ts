import type { ProductListRow, ProductSheetVariation, SheetChange, SheetResult } from "#contract/backoffice/products.ts";
import { parseAmount } from "#backoffice/components/amount.ts";

/** Columns that can be edited, in their order. */
export const sheetColumns = ["regular_price", "sale_price", "quantity"] as const;
export type SheetColumn = (typeof sheetColumns)[number];

/** The columns that a role may change. */
export const editableColumns = (permissions: readonly string[]): SheetColumn[] =>
  permissions.includes("products.edit")
    ? sheetColumns.filter((column) => permissions.includes(column === "quantity" ? "stock.edit" : "prices.edit"))
    : [];

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

/** A typed text, and the stored one over which it was typed: the list is read again, and shows other pages, while a draft is open. */
interface SheetEdit {
  text: string;
  seen: string;
  name: string;
  options: string;
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

/** The edits whose texts cannot be saved. */
export const invalidOf = (edits: SheetEdits): SheetEdits =>
  Object.fromEntries(
    Object.entries(edits).filter(([key, { text }]) => !isValid(key.split(":")[2] as SheetColumn, text)),
  );

/** The edits with one cell changed; a cell with the value that it had is no edit. */
export function withEdit(edits: SheetEdits, line: SheetLine, column: SheetColumn, text: string): SheetEdits {
  const key = cellKey(line, column);
  const { [key]: before, ...others } = edits;
  const seen = before?.seen ?? storedText(line, column);
  const same = parseAmount(text) === parseAmount(seen) && parseAmount(text) !== undefined;
  const { name, options } = line;
  return same ? others : { ...others, [key]: { text, seen, name, options } };
}

interface PasteTarget {
  lines: readonly SheetLine[];
  line: SheetLine;
  column: SheetColumn;
  /** those that the role may change */
  columns: readonly SheetColumn[];
}

/** Spreads a copied block of a spreadsheet over the lines and columns from a cell on; what does not fit is left out. */
export function withPaste(edits: SheetEdits, text: string, { lines, line, column, columns }: PasteTarget): SheetEdits {
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
      const editable =
        at && columns.includes(at) && !(at === "quantity" && (target.sharesStock || !target.cells.managed));
      return editable ? withEdit(inRow, target, at, value.trim()) : inRow;
    }, spread);
  }, edits);
}

/** A change of the request, before the server has parsed its prices. */
type WrittenChange = Omit<SheetChange, "regular_price" | "sale_price"> &
  Partial<Record<"regular_price" | "sale_price", string>>;

/** The line that has edits. */
interface EditedLine {
  productId: number;
  variationId: number | null;
  name: string;
  options: string;
}

/** Edits by the line that they are of, on any page of the list. */
function byLine(edits: SheetEdits): Map<string, Partial<Record<SheetColumn, SheetEdit>>> {
  const lines = new Map<string, Partial<Record<SheetColumn, SheetEdit>>>();
  for (const [key, edit] of Object.entries(edits)) {
    const at = key.lastIndexOf(":");
    const line = key.slice(0, at);
    lines.set(line, { ...lines.get(line), [key.slice(at + 1)]: edit });
  }
  return lines;
}

const idsOf = (line: string) => {
  const [productId = 0, variationId = 0] = line.split(":").map(Number);
  return { productId, variationId: variationId === 0 ? null : variationId };
};

/** The lines with edits. */
export const linesWith = (edits: SheetEdits): EditedLine[] =>
  [...byLine(edits)].map(([line, columns]) => {
    const [edit] = Object.values(columns);
    const ids = idsOf(line);
    return { ...ids, name: edit?.name || `#${ids.productId}`, options: edit?.options ?? "" };
  });

/** The edits without those of lines that are saved. */
export const withoutSaved = (edits: SheetEdits, results: readonly SheetResult[]): SheetEdits => {
  const saved = results.filter(({ applied }) => applied);
  const keys = saved.flatMap(({ product_id: productId, variation_id: variationId }) =>
    sheetColumns.map((column) => cellKey({ productId, variationId }, column)),
  );
  return Object.fromEntries(Object.entries(edits).filter(([key]) => !keys.includes(key)));
};

/** The changes that the edits mean: prices as typed, stock as the difference to what was seen. */
export const changesOf = (edits: SheetEdits): WrittenChange[] =>
  [...byLine(edits)].map(([line, columns]) => {
    const { productId, variationId } = idsOf(line);
    const typed = (column: SheetColumn): number | null | undefined => {
      const edit = columns[column];
      return edit === undefined ? undefined : parseAmount(edit.text);
    };
    const [regular, sale, quantity] = sheetColumns.map(typed);
    const seen = Number(columns.quantity?.seen ?? 0);
    return {
      product_id: productId,
      ...(variationId === null ? {} : { variation_id: variationId }),
      ...(regular === undefined ? {} : { regular_price: String(regular ?? "") }),
      ...(sale === undefined ? {} : { sale_price: String(sale ?? "") }),
      ...(typeof quantity === "number" ? { inventory_delta: quantity - seen, seen_quantity: seen } : {}),
    };
  });
