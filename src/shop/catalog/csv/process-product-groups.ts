import type { Tx } from "#shop/kernel/db/database.ts";
import { lineProblemsOf, type Problem } from "./outcomes.ts";
import type { Plan, PlannedLine } from "./plan.ts";
import type { ReadyLine } from "./prepare-rows.ts";

/** What became of the lines of one transaction. */
export interface FamiliesWritten {
  written: Map<PlannedLine, { id: number; same: boolean }>;
  /** where there is one, the transaction is to be given up: what was made for it may be there */
  refused: Map<PlannedLine, readonly Problem[]>;
}

export interface Work extends FamiliesWritten {
  tx: Tx;
  now: Date;
  plan: Plan;
  /** what transactions before this one have written: of a family that is taken apart, its product */
  before: FamiliesWritten["written"];
}

export type ProductReady = ReadyLine & { product: NonNullable<ReadyLine["product"]> };
export type VariationReady = ReadyLine & { variation: NonNullable<ReadyLine["variation"]> };

/** Does something for one line; what it is refused for is noted. */
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
