import { HttpError } from "#shop/kernel/http/errors.ts";
import { type Field, labels } from "./columns.ts";

/** Why a line cannot be taken, and the column to look into; "" where it is the line as a whole. */
export interface Problem {
  field: string;
  reason: string;
}

/** What became of one line, or would. Skipped: the shop has it as it is written. */
export interface LineOutcome extends Problem {
  line: number;
  sku: string;
  /** of the product or variation, where there is one */
  id: number | null;
  outcome: "created" | "updated" | "skipped" | "failed";
}

/** A line that cannot be taken. */
export class LineProblem extends Error {
  readonly problems: readonly Problem[];
  constructor(...problems: Problem[]) {
    super(problems.map(({ field, reason }) => `${field}: ${reason}`).join("; "));
    this.problems = problems;
  }
}

export const wrong = (field: Field, reason: string): Problem => ({ field: labels[field], reason });

/** Names of the wire that are not those of columns. */
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

/** The heading of the column that a field of `wc/v3` is written in: `dimensions.length`, `translations.en.name`. */
export function labelOfWire(path: string): string {
  const english = /^translations\.en\.(\w+)/.exec(path)?.[1];
  const name = english ? `${english}_en` : path.replace(/^dimensions\./, "").replace(/\..*$/, "");
  if (name === "attributes" || name === "default_attributes") return "Attributes";
  return labels[columnOfWire[name] ?? (name as Field)] ?? name;
}

/** Complaints name the field of `wc/v3` first: here the column says which. */
const withoutName = (reason: string, name: string): string =>
  reason.startsWith(`${name} `) ? reason.slice(name.length + 1) : reason;

/** What the shop's own rules say of a write. */
export function problemsOf(refusal: HttpError): Problem[] {
  const params = Object.entries((refusal.extra?.params ?? {}) as Record<string, string>);
  if (params.length > 0)
    return params.map(([name, reason]) => ({ field: labelOfWire(name), reason: withoutName(reason, name) }));
  if (refusal.code === "product_invalid_sku") {
    return [wrong("sku", `is that of #${String(refusal.extra?.resource_id)} already.`)];
  }
  if (refusal.code.includes("image")) return [wrong("images", refusal.message)];
  return [{ field: "", reason: refusal.message }];
}

/** The problems of an error that is about one line; anything else goes on. */
export function lineProblemsOf(error: unknown): readonly Problem[] {
  if (error instanceof LineProblem) return error.problems;
  if (error instanceof HttpError && error.status < 500) return problemsOf(error);
  throw error;
}
