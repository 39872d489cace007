import { cleanName } from "#contract/woo/taxonomy-texts.ts";
import { toList } from "./cells.ts";
import type { Column, Field } from "./columns.ts";
import { rowOf } from "./csv-row.ts";
import { type LineProblem, lineProblemsOf, type Problem, wrong } from "./outcomes.ts";
import type { Place, ProductFile } from "./product-file.ts";

/** What the plan needs to know of a line: which product or variation it is, and whose. */
export interface ScannedLine {
  place: Place;
  /** as it is written; null for none */
  id: number | null;
  sku: string;
  /** null where the line does not say */
  kind: "product" | "variation" | null;
  /** whether the line says that it is a draft */
  draft: boolean;
  /** a code, or `id:` and a number; "" for none */
  parent: string;
  /** names of attributes, folded; of variations alone */
  attributes: string[];
  problems: readonly Problem[];
}

/** Ids beyond would bring the series of ids near its end. */
const highestId = 1_000_000_000;

export const foldedName = (name: string): string => name.normalize("NFC").trim().toLowerCase();

const kindOf = (type: string): ScannedLine["kind"] =>
  type.trim() === "" ? null : toList(type).some((one) => one.toLowerCase() === "variation") ? "variation" : "product";

function idOf(text: string, problems: Problem[]): number | null {
  if (text === "") return null;
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id >= 1 && id <= highestId) return id;
  problems.push(wrong("id", `must be a whole number from 1 to ${highestId}, or empty.`));
  return null;
}

/** `1` is the same in every line: one text for all of them. */
const known = new Map<string, string>();
const shared = (text: string): string => {
  const there = known.get(text);
  if (there !== undefined) return there;
  if (known.size < 10_000) known.set(text, text);
  return text;
};

function scanLine(columns: readonly Column[], cells: readonly string[], place: Place): ScannedLine {
  const problems: Problem[] = [];
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
    line.problems = lineProblemsOf(error as LineProblem);
  }
  return line;
}

/** Goes through a file once and keeps of each line what the plan needs. */
export async function scanLines(file: ProductFile): Promise<ScannedLine[]> {
  const lines: ScannedLine[] = [];
  await file.scan((cells, place) => {
    if (cells.some((cell) => cell.trim() !== "")) lines.push(scanLine(file.columns, cells, place));
  });
  known.clear();
  return lines;
}
