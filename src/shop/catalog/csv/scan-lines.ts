import { cleanName } from "#contract/woo/taxonomy-texts.ts";
import { toList } from "./cells.ts";
import type { CsvColumn, Field } from "./columns.ts";
import { rowOf } from "./csv-row.ts";
import { type ProductLineError, lineProblemsOf, type FieldProblem, wrong } from "./outcomes.ts";
import type { LinePosition, ProductFile } from "./product-file.ts";

/** What planning needs of a line: its product or variation, and its parent. */
export interface ScannedLine {
  place: LinePosition;
  /** id in the file; null if the cell is empty */
  id: number | null;
  sku: string;
  /** null if the line does not specify it */
  kind: "product" | "variation" | null;
  /** whether the line has the status draft */
  draft: boolean;
  /** a SKU, or `id:` and an id; "" for none */
  parent: string;
  /** normalized attribute names; for variations only */
  attributes: string[];
  problems: readonly FieldProblem[];
}

/** Higher ids would bring the id sequence near its end. */
const highestId = 1_000_000_000;

export const foldedName = (name: string): string => name.normalize("NFC").trim().toLowerCase();

const kindOf = (type: string): ScannedLine["kind"] =>
  type.trim() === "" ? null : toList(type).some((one) => one.toLowerCase() === "variation") ? "variation" : "product";

function idOf(text: string, problems: FieldProblem[]): number | null {
  if (text === "") return null;
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id >= 1 && id <= highestId) return id;
  problems.push(wrong("id", `must be a whole number from 1 to ${highestId}, or empty.`));
  return null;
}

/** Interns strings that recur in every line. */
const known = new Map<string, string>();
const shared = (text: string): string => {
  const there = known.get(text);
  if (there !== undefined) return there;
  if (known.size < 10_000) known.set(text, text);
  return text;
};

function scanLine(columns: readonly CsvColumn[], cells: readonly string[], place: LinePosition): ScannedLine {
  const problems: FieldProblem[] = [];
  const line: ScannedLine = {
    ...{ place, id: null, sku: "", kind: null, draft: false, parent: "", attributes: [], problems },
  };
  try {
    const row = rowOf(columns, cells);
    const cell = (field: Field): string => row.cells[field] ?? "";
    line.id = idOf(cell("id"), problems);
    line.sku = cell("sku");
    line.kind = kindOf(cell("type"));
    line.draft = ["-1", "false"].includes(cell("published").toLowerCase());
    line.parent = cell("parent");
    if (line.kind !== "product") {
      const names = (row.attributes ?? []).map(([, { name = "" }]) => foldedName(cleanName(name)));
      line.attributes = names.filter(Boolean).map(shared);
    }
  } catch (error) {
    line.problems = lineProblemsOf(error as ProductLineError);
  }
  return line;
}

/** Scans a file once and stores for each line what planning needs. */
export async function scanLines(file: ProductFile): Promise<ScannedLine[]> {
  const lines: ScannedLine[] = [];
  await file.scan((cells, place) => {
    if (cells.some((cell) => cell.trim() !== "")) lines.push(scanLine(file.columns, cells, place));
  });
  known.clear();
  return lines;
}
