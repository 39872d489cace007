import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Db, Tx } from "#shop/kernel/db/database.ts";
import type { FamiliesWritten } from "./process-product-groups.ts";
import type { PictureSource } from "./line-pictures.ts";
import type { Problem } from "./outcomes.ts";
import type { Plan, PlannedLine } from "./plan.ts";
import type { ProductFile } from "./product-file.ts";
import { type ReadyFamily, readyLines } from "./prepare-rows.ts";
import { writeFamilies } from "./write-families.ts";

/** Result of each line that was tried. */
export interface Tried {
  written: Map<PlannedLine, { id: number; same: boolean }>;
  failed: Map<PlannedLine, readonly Problem[]>;
}

export interface Batching {
  db: Db;
  clock: Clock;
  file: ProductFile;
  plan: Plan;
  pictures: PictureSource;
  /** everything is executed and then rolled back */
  trial: boolean;
}

/** Rolls back a transaction whose result is still needed. */
class Undone extends Error {
  readonly outcome: FamiliesWritten;
  constructor(outcome: FamiliesWritten) {
    super("undone");
    this.outcome = outcome;
  }
}

const isEmpty = ({ product, variations }: ReadyFamily): boolean => !product && variations.length === 0;

/** Without some lines. If a new product is removed, its variations are rejected in their turn. */
const without = (families: readonly ReadyFamily[], lines: ReadonlyMap<PlannedLine, unknown>): ReadyFamily[] =>
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

const linesIn = (families: readonly ReadyFamily[]): number =>
  families.reduce((sum, { product, variations }) => sum + (product ? 1 : 0) + variations.length, 0);

/**
 * Splits what the database rejects, to find the invalid line. A single family is split into its lines, each alone or
 * with its product.
 */
function partsOf(families: readonly ReadyFamily[], trial: boolean): ReadyFamily[][] {
  if (families.length > 1) return families.map((family) => [family]);
  const [family] = families;
  if (!family?.product)
    return (family?.variations ?? []).map((line) => [{ ...family, variations: [line] } as ReadyFamily]);
  const alone = { ...family, variations: [] };
  const each = family.variations.map((line) => [
    { ...family, product: trial ? family.product : null, variations: [line] },
  ]);
  return [[alone], ...each];
}

/** Writes families in one transaction and repeats it without the rejected lines, so that only these are left out. */
async function settle(batching: Batching, families: readonly ReadyFamily[], tried: Tried): Promise<void> {
  const { db, plan, clock, trial } = batching;
  let rest = families.filter((family) => !isEmpty(family));
  while (rest.length > 0) {
    const now = clock.now();
    const outcome = await db
      .transaction(async (tx) => {
        const outcome = await writeFamilies(tx, rest, { plan, now, before: tried.written });
        if (trial || outcome.refused.size > 0) throw new Undone(outcome);
        return outcome;
      })
      .catch((error: unknown) => (error instanceof Undone ? error.outcome : { error }));
    if ("error" in outcome) return separate(batching, rest, tried, outcome.error);
    for (const [line, problems] of outcome.refused) tried.failed.set(line, problems);
    if (outcome.refused.size === 0) {
      for (const [line, written] of outcome.written) if (!tried.failed.has(line)) tried.written.set(line, written);
      return;
    }
    rest = without(rest, outcome.refused);
  }
}

async function separate(
  batching: Batching,
  families: readonly ReadyFamily[],
  tried: Tried,
  error: unknown,
): Promise<void> {
  const reason = dataErrorOf(error);
  if (reason === null) throw error;
  if (linesIn(families) > 1) {
    for (const part of partsOf(families, batching.trial)) await settle(batching, without(part, tried.failed), tried);
    return;
  }
  const [family] = families;
  const line = family?.product?.planned ?? family?.variations[0]?.planned;
  if (line) tried.failed.set(line, [{ field: "", reason: `The database does not take it: ${reason}.` }]);
}

/** Parses and writes a batch of families. */
export async function writeBatch(batching: Batching, families: Plan["families"]): Promise<Tried> {
  const { file, pictures } = batching;
  const { families: ready, failed } = await readyLines(file, families, pictures);
  const tried: Tried = { written: new Map(), failed };
  await settle(batching, ready, tried);
  return tried;
}

/** A line that was valid when it was checked is not any more: the data was changed concurrently. */
export class ConflictError extends Error {
  readonly failed: Tried["failed"];
  constructor(failed: Tried["failed"]) {
    super("no longer right");
    this.failed = failed;
  }
}

/** Writes batches in one transaction. @throws ConflictError, and then nothing is written */
export async function writeTogether(
  { file, pictures, plan, clock }: Batching,
  tx: Tx,
  families: Plan["families"],
): Promise<Tried["written"]> {
  const { families: ready, failed } = await readyLines(file, families, pictures);
  if (failed.size > 0) throw new ConflictError(failed);
  // a savepoint per batch would be useless: one rejected line ends the whole import
  const { written, refused } = await writeFamilies(tx, ready, { plan, now: clock.now(), before: new Map() });
  if (refused.size > 0) throw new ConflictError(new Map(refused));
  return written;
}
