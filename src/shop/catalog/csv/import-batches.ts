import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Db, Tx } from "#shop/kernel/db/database.ts";
import type { FamiliesWritten } from "./line-write-context.ts";
import type { ImageSource } from "./line-images.ts";
import type { FieldProblem } from "./outcomes.ts";
import type { Plan, PlannedLine } from "./plan.ts";
import type { ProductFile } from "./product-file.ts";
import { type PreparedFamily, prepareLines } from "./prepare-lines.ts";
import { type WriteRecorder, writeFamilies } from "./write-families.ts";

/** Result of each line that was tried. */
export interface BatchResult {
  written: Map<PlannedLine, { id: number; same: boolean }>;
  failed: Map<PlannedLine, readonly FieldProblem[]>;
}

export interface BatchContext {
  db: Db;
  clock: Clock;
  file: ProductFile;
  /** recorded in the movements of stock */
  fileName: string;
  plan: Plan;
  pictures: ImageSource;
  /** everything is executed and then rolled back */
  trial: boolean;
  recorder?: WriteRecorder | undefined;
}

/** Rolls back a transaction whose result is still needed. */
class RollbackError extends Error {
  readonly outcome: FamiliesWritten;
  constructor(outcome: FamiliesWritten) {
    super("undone");
    this.outcome = outcome;
  }
}

const isEmpty = ({ product, variations }: PreparedFamily): boolean => !product && variations.length === 0;

/** The families without these lines. If a new product is removed, the next attempt rejects its variations. */
const without = (families: readonly PreparedFamily[], lines: ReadonlyMap<PlannedLine, unknown>): PreparedFamily[] =>
  families
    .map((ready) => ({
      ...ready,
      product: ready.product && lines.has(ready.product.planned) ? null : ready.product,
      variations: ready.variations.filter(({ planned }) => !lines.has(planned)),
    }))
    .filter((ready) => !isEmpty(ready));

/**
 * The message of a database error caused by a line's values: out of range, constraints, an index row too large.
 * Otherwise null.
 */
const dataErrorOf = (error: unknown): string | null =>
  /^(22|23|54)/.test((error as { code?: string }).code ?? "") ? (error as Error).message : null;

const linesIn = (families: readonly PreparedFamily[]): number =>
  families.reduce((sum, { product, variations }) => sum + (product ? 1 : 0) + variations.length, 0);

/**
 * Splits the families that the database rejects, to find the invalid line. A single family is split into its lines,
 * each alone or with its product.
 */
function partsOf(families: readonly PreparedFamily[], trial: boolean): PreparedFamily[][] {
  if (families.length > 1) return families.map((family) => [family]);
  const [family] = families;
  if (!family?.product)
    return (family?.variations ?? []).map((line) => [{ ...family, variations: [line] } as PreparedFamily]);
  const alone = { ...family, variations: [] };
  const each = family.variations.map((line) => [
    { ...family, product: trial ? family.product : null, variations: [line] },
  ]);
  return [[alone], ...each];
}

/** Writes families in one transaction and repeats it without the rejected lines, so that only these are left out. */
async function writeWithRetry(
  context: BatchContext,
  families: readonly PreparedFamily[],
  result: BatchResult,
): Promise<void> {
  const { db, plan, clock, trial, fileName, recorder } = context;
  let rest = families.filter((family) => !isEmpty(family));
  while (rest.length > 0) {
    const now = clock.now();
    const outcome = await db
      .transaction(async (tx) => {
        const outcome = await writeFamilies(tx, rest, { plan, now, before: result.written, fileName, recorder });
        if (trial || outcome.rejected.size > 0) throw new RollbackError(outcome);
        return outcome;
      })
      .catch((error: unknown) => (error instanceof RollbackError ? error.outcome : { error }));
    if ("error" in outcome) return splitAndRetry(context, rest, result, outcome.error);
    for (const [line, problems] of outcome.rejected) result.failed.set(line, problems);
    if (outcome.rejected.size === 0) {
      for (const [line, written] of outcome.written) if (!result.failed.has(line)) result.written.set(line, written);
      return;
    }
    rest = without(rest, outcome.rejected);
  }
}

async function splitAndRetry(
  context: BatchContext,
  families: readonly PreparedFamily[],
  result: BatchResult,
  error: unknown,
): Promise<void> {
  const reason = dataErrorOf(error);
  if (reason === null) throw error;
  if (linesIn(families) > 1) {
    for (const part of partsOf(families, context.trial))
      await writeWithRetry(context, without(part, result.failed), result);
    return;
  }
  const [family] = families;
  const line = family?.product?.planned ?? family?.variations[0]?.planned;
  if (line) result.failed.set(line, [{ field: "", reason: `The database does not take it: ${reason}.` }]);
}

/** Parses and writes a batch of families. */
export async function writeBatch(context: BatchContext, families: Plan["families"]): Promise<BatchResult> {
  const { file, pictures } = context;
  const { families: ready, failed } = await prepareLines(file, families, pictures);
  const result: BatchResult = { written: new Map(), failed };
  await writeWithRetry(context, ready, result);
  return result;
}

/** A line that was valid when it was checked is no longer valid: the data was changed concurrently. */
export class ConflictError extends Error {
  readonly failed: BatchResult["failed"];
  constructor(failed: BatchResult["failed"]) {
    super("no longer right");
    this.failed = failed;
  }
}

/** Writes batches in one transaction. @throws ConflictError, and then nothing is written */
export async function writeInTransaction(
  { file, fileName, pictures, plan, clock, recorder }: BatchContext,
  tx: Tx,
  families: Plan["families"],
): Promise<BatchResult["written"]> {
  const { families: ready, failed } = await prepareLines(file, families, pictures);
  if (failed.size > 0) throw new ConflictError(failed);
  // a savepoint per batch would be useless: one rejected line ends the whole import
  const { written, rejected: refused } = await writeFamilies(tx, ready, {
    plan,
    now: clock.now(),
    before: new Map(),
    fileName,
    recorder,
  });
  if (refused.size > 0) throw new ConflictError(new Map(refused));
  return written;
}
