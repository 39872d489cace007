import type { Tx } from "#shop/kernel/db/database.ts";
import { lineProblemsOf, type Problem } from "./outcomes.ts";
import type { Plan, PlannedLine } from "./plan.ts";
import type { ReadyLine } from "./prepare-rows.ts";

/** Result of the lines of one transaction. */
export interface FamiliesWritten {
  written: Map<PlannedLine, { id: number; same: boolean }>;
  /** if there is any, the transaction must be rolled back: rows created for it may exist */
  refused: Map<PlannedLine, readonly Problem[]>;
}

export interface Work extends FamiliesWritten {
  tx: Tx;
  now: Date;
  plan: Plan;
  /** written by earlier transactions: the product of a family that has been split */
  before: FamiliesWritten["written"];
}

export type ProductReady = ReadyLine & { product: NonNullable<ReadyLine["product"]> };
export type VariationReady = ReadyLine & { variation: NonNullable<ReadyLine["variation"]> };

/** Runs a step for one line; validation errors are recorded. */
export async function attempt<Value>(
  { refused }: Work,
  { planned }: ReadyLine,
  does: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await does();
  } catch (error) {
    refused.set(planned, lineProblemsOf(error));
    return null;
  }
}
