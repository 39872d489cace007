import type { Tx } from "#shop/kernel/db/database.ts";
import type { HttpError } from "#shop/kernel/request/http-error.ts";
import { type FieldProblem, type LineOutcome, lineProblemsOf, problemsOf } from "./outcomes.ts";
import type { Plan, PlannedLine } from "./plan.ts";
import type { PreparedLine } from "./prepare-lines.ts";

/** Result of the lines of one transaction. */
export interface FamiliesWritten {
  written: Map<PlannedLine, { id: number; same: boolean }>;
  /** if there are any, the transaction must be rolled back: it may have created rows for them */
  rejected: Map<PlannedLine, readonly FieldProblem[]>;
}

export interface LineWriteContext extends FamiliesWritten {
  tx: Tx;
  now: Date;
  plan: Plan;
  /** written by earlier transactions: the product of a family that has been split */
  before: FamiliesWritten["written"];
}

export type PreparedProduct = PreparedLine & { product: NonNullable<PreparedLine["product"]> };
export type PreparedVariation = PreparedLine & { variation: NonNullable<PreparedLine["variation"]> };

/** Runs a step for one line; validation errors are recorded. */
export async function attempt<Value>(
  { rejected }: LineWriteContext,
  { planned }: PreparedLine,
  step: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await step();
  } catch (error) {
    rejected.set(planned, lineProblemsOf(error));
    return null;
  }
}

/** Records what became of written lines. @param outcomes in the order of the lines */
export function recordOutcomes(
  { written, rejected }: LineWriteContext,
  lines: readonly PreparedLine[],
  outcomes: readonly ({ id: number; same: boolean } | { error: HttpError })[],
): void {
  for (const [index, outcome] of outcomes.entries()) {
    const planned = lines[index]?.planned;
    if (!planned) continue;
    if ("error" in outcome) rejected.set(planned, problemsOf(outcome.error));
    else written.set(planned, outcome);
  }
}

/** The result of a line that was written, or needed no write. */
export function outcomeOfWritten(
  { scanned: { place, sku }, id: before }: PlannedLine,
  { id, same }: { id: number; same: boolean },
): LineOutcome {
  const outcome = before === null ? "created" : same ? "skipped" : "updated";
  return { line: place.line, sku, id, outcome, field: "", reason: same ? "the shop has it as it is written" : "" };
}
