import { HttpError } from "#shop/kernel/request/http-error.ts";
import { type Field, labels } from "./columns.ts";

/** Why a line is rejected, and by which column; "" for the whole line. */
export interface FieldProblem {
  field: string;
  reason: string;
}

/** Result of one line, or of its trial. Skipped: the shop's data already equals it. */
export interface LineOutcome extends FieldProblem {
  line: number;
  sku: string;
  /** of the product or variation, if there is one */
  id: number | null;
  outcome: "created" | "updated" | "skipped" | "failed";
}

/** A line that is rejected. */
export class ProductLineError extends Error {
  readonly problems: readonly FieldProblem[];
  constructor(...problems: FieldProblem[]) {
    super(problems.map(({ field, reason }) => `${field}: ${reason}`).join("; "));
    this.problems = problems;
  }
}

export const wrong = (field: Field, reason: string): FieldProblem => ({ field: labels[field], reason });

/** JSON field names that differ from those of columns. */
const columnOfWire: Record<string, Field> = {
  manage_stock: "stock",
  stock_quantity: "stock",
  inventory_delta: "stock",
  status: "published",
  gift_slug: "gift",
  upsell_ids: "upsells",
  cross_sell_ids: "cross_sells",
  product_id: "parent",
  product_invalid_sku: "sku",
};

/** The heading of the column for a field of `wc/v3`: `dimensions.length`, `translations.en.name`. */
export function labelOfWire(path: string): string {
  const english = /^translations\.en\.(\w+)/.exec(path)?.[1];
  const name = english ? `${english}_en` : path.replace(/^dimensions\./, "").replace(/\..*$/, "");
  if (name === "attributes" || name === "default_attributes") return "Attributes";
  return labels[columnOfWire[name] ?? (name as Field)] ?? name;
}

/** Error messages begin with the field of `wc/v3`, which the column already shows. */
const withoutName = (reason: string, name: string): string =>
  reason.startsWith(`${name} `) ? reason.slice(name.length + 1) : reason;

/** Converts a validation error of a write. */
export function problemsOf(error: HttpError): FieldProblem[] {
  const params = Object.entries((error.extra?.params ?? {}) as Record<string, string>);
  if (params.length > 0)
    return params.map(([name, reason]) => ({ field: labelOfWire(name), reason: withoutName(reason, name) }));
  if (error.code === "product_invalid_sku") {
    return [wrong("sku", `is that of #${String(error.extra?.resource_id)} already.`)];
  }
  if (error.code.includes("image")) return [wrong("images", error.message)];
  return [{ field: "", reason: error.message }];
}

/** The problems of an error about one line; any other error is rethrown. */
export function lineProblemsOf(error: unknown): readonly FieldProblem[] {
  if (error instanceof ProductLineError) return error.problems;
  if (error instanceof HttpError && error.status < 500) return problemsOf(error);
  throw error;
}
