import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Db, raw, sql } from "#shop/kernel/db/database.ts";
import {
  type BatchContext,
  ConflictError,
  type BatchResult,
  writeBatch,
  writeInTransaction,
} from "./import-batches.ts";
import { ImageSource } from "./line-images.ts";
import { outcomeOfWritten } from "./line-write-context.ts";
import type { LineOutcome, FieldProblem } from "./outcomes.ts";
import { type Family, linesOf, type Plan, type PlannedLine } from "./plan.ts";
import type { ProductFile } from "./product-file.ts";
import type { ScannedLine } from "./scan-lines.ts";
import type { WriteRecorder } from "./write-families.ts";

export interface ImportOptions {
  /** nothing is written: each transaction is executed and rolled back */
  dryRun: boolean;
  /** nothing is written unless every line is valid */
  strict: boolean;
  /** name of the file, for the movements of stock; by default that of the path */
  fileName?: string;
  /** base of relative paths of images, by default that of the file; null: there is none, the file was uploaded */
  folder?: string | null;
  /** called with the progress, in lines */
  progress?: (step: { what: "checking" | "importing"; done: number; total: number }) => void;
  /** called at the end, if many products have changed: optimizes the search index. Its failure does not fail the import. */
  clusterSearchIndex?: (db: Db) => Promise<void>;
  recorder?: WriteRecorder;
}

/** Result of an import or a dry run. @param written whether anything was stored */
export interface ImportResult {
  written: boolean;
  /** in the order of the file */
  lines: LineOutcome[];
  /** headings that are no columns of a product file */
  unknownColumns: string[];
}

export interface ImportDeps {
  db: Db;
  config: Pick<Config, "dataDir" | "mediaBucket" | "publicUrl" | "allowedPrivateHosts">;
  clock: Clock;
}

/** Target duration of a transaction: PGlite is blocked in that time. */
const batchMs = { pglite: 300, postgres: 1500 };
const sizes = { first: 20, min: 1, max: 400, perTransaction: 100 };
/** pause between batches, for waiting requests */
const pauseMs = { pglite: 60, postgres: 5 };
/** after this many new rows the tables are analyzed; after this many lines the search index is clustered */
const maintenanceThreshold = 500;
const growingTables = [
  ...["stock", "product", "product_category", "product_tag", "product_term", "product_option", "product_option_term"],
  ...["variation", "variation_option", "listing", "category_filter", "category_filter_product"],
  ...["product_search", "search_segment", "search_posting", "search_word", "search_typo_key"],
];

/**
 * Processes families in batches, whose size adapts to the number of lines that took the target duration.
 * @param isOver ends it after the batch in progress @returns whether all were processed
 */
async function inBatches(
  { db }: Pick<BatchContext, "db">,
  families: readonly Family[],
  work: (batch: Family[]) => Promise<void>,
  isOver: () => boolean,
): Promise<boolean> {
  let size = sizes.first;
  for (let next = 0; next < families.length; ) {
    const batch: Family[] = [];
    for (let lines = 0; next < families.length && (batch.length === 0 || lines < size); next++) {
      const family = families[next] as Family;
      batch.push(family);
      lines += linesOf(family).length;
    }
    const begun = performance.now();
    await work(batch);
    const took = performance.now() - begun;
    const factor = Math.min(2, Math.max(0.25, batchMs[db.engine] / took));
    size = Math.round(Math.min(sizes.max, Math.max(sizes.min, size * factor)));
    await pause(pauseMs[db.engine]);
    if (isOver() && next < families.length) return false;
  }
  return true;
}

type FailedLine = [ScannedLine, readonly FieldProblem[]];

const outcomeOf =
  (failed: ReadonlyMap<ScannedLine, readonly FieldProblem[]>, result: BatchResult) =>
  (scanned: ScannedLine, line?: PlannedLine): LineOutcome[] => {
    const { place, sku } = scanned;
    const problems = failed.get(scanned);
    if (problems)
      return problems.map((problem) => ({
        ...{ line: place.line, sku, id: line?.id ?? null, ...problem },
        outcome: "failed",
      }));
    const written = line && result.written.get(line);
    return line && written ? [outcomeOfWritten(line, written)] : [];
  };

/** An import of one file, with its plan. */
export class Import {
  readonly file: ProductFile;
  readonly plan: Plan;
  readonly scanned: readonly ScannedLine[];
  readonly deps: ImportDeps;
  readonly options: ImportOptions;
  readonly folder: string | null;
  readonly fileName: string;

  constructor(fields: Pick<Import, "file" | "plan" | "scanned" | "deps" | "options" | "folder" | "fileName">) {
    ({ file: this.file, plan: this.plan, scanned: this.scanned } = fields);
    ({ deps: this.deps, options: this.options, folder: this.folder, fileName: this.fileName } = fields);
  }

  private batchContext(trial: boolean, pictures: ImageSource): BatchContext {
    const { file, plan, fileName } = this;
    return { ...this.deps, file, fileName, plan, pictures, trial, recorder: this.options.recorder };
  }

  /** @param make whether to render the image files, which are not visible until they have rows */
  pictures(make: boolean): ImageSource {
    return new ImageSource(this.deps.config, this.folder, make);
  }

  private progressReporter(what: "checking" | "importing"): (batch: readonly Family[]) => void {
    let done = this.scanned.length - this.plan.families.flatMap(linesOf).length;
    const report = () => this.options.progress?.({ what, done, total: this.scanned.length });
    report();
    return (batch) => {
      done += batch.flatMap(linesOf).length;
      report();
    };
  }

  /** Writes each line by itself. @param isOver ends it after a batch: the result is then of the lines so far */
  async each(
    trial: boolean,
    pictures: ImageSource,
    isOver = () => false,
  ): Promise<BatchResult & { complete: boolean }> {
    const batchContext = this.batchContext(trial, pictures);
    const all: BatchResult = { written: new Map(), failed: new Map() };
    const report = this.progressReporter(trial ? "checking" : "importing");
    const work = async (batch: Family[]) => {
      const { written, failed } = await writeBatch(batchContext, batch);
      for (const [line, outcome] of written) all.written.set(line, outcome);
      for (const [line, problems] of failed) all.failed.set(line, problems);
      report(batch);
    };
    const complete = await inBatches(batchContext, this.plan.families, work, isOver);
    return { ...all, complete };
  }

  /** Writes all lines in one transaction. */
  async perTransaction(pictures: ImageSource): Promise<BatchResult> {
    const batchContext = this.batchContext(false, pictures);
    const { db } = this.deps;
    try {
      const written = await db.transaction(async (tx) => {
        const all: BatchResult["written"] = new Map();
        const report = this.progressReporter("importing");
        let counted = sizes.perTransaction;
        for (let next = 0; next < this.plan.families.length; next += sizes.perTransaction) {
          const batch = this.plan.families.slice(next, next + sizes.perTransaction);
          for (const [line, outcome] of await writeInTransaction(batchContext, tx, batch)) all.set(line, outcome);
          // autovacuum cannot see rows that are not committed
          if (all.size >= counted) {
            for (const table of growingTables) await tx.run(sql`analyze ${raw(table)}`);
            counted = all.size * 2;
          }
          report(batch);
        }
        return all;
      });
      return { written, failed: new Map() };
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      return { written: new Map(), failed: error.failed };
    }
  }

  outcome(result: BatchResult, written: boolean): ImportResult {
    const failed = new Map<ScannedLine, readonly FieldProblem[]>([
      ...this.plan.failed.map(({ scanned, problems }): FailedLine => [scanned, problems]),
      ...[...result.failed].map(([{ scanned }, problems]): FailedLine => [scanned, problems]),
    ]);
    const planned = new Map(this.plan.families.flatMap(linesOf).map((line) => [line.scanned, line]));
    const of = outcomeOf(failed, result);
    return {
      written,
      lines: this.scanned.flatMap((scanned) => of(scanned, planned.get(scanned))),
      unknownColumns: this.file.columns.flatMap(({ kind, label }) => (kind === "unknown" && label ? [label] : [])),
    };
  }
}

/** Updates the statistics, and clusters the search index, after many lines were written. */
export async function maintain(
  db: Db,
  changed: number,
  { clusterSearchIndex }: Pick<ImportOptions, "clusterSearchIndex">,
) {
  if (changed < maintenanceThreshold) return;
  for (const table of growingTables) await db.script(`analyze ${table}`);
  // the import is complete whether this succeeds or not: the next large one clusters again
  await clusterSearchIndex?.(db).catch(() => undefined);
}
