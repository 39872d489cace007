import type { Field } from "./columns.ts";
import { Import, type ImportDeps, type ImportOptions } from "./import-run.ts";
import { assignIds } from "./new-ids.ts";
import type { LineOutcome } from "./outcomes.ts";
import { type Family, linesOf, type Plan, type PlannedLine, planLines } from "./plan.ts";
import { openProductFile, type ProductFile } from "./product-file.ts";
import { type ScannedLine, scanLines } from "./scan-lines.ts";

/** Ids of new products and variations by line. */
export type NewLineIds = Readonly<Record<number, number>>;

export interface PartOptions extends Pick<ImportOptions, "dryRun" | "recorder"> {
  /** for the movements of stock */
  fileName: string;
  /** which of `parts`, from 0; the last one also writes what the others left out */
  part: number;
  parts: number;
  /** lines that have a result */
  done: ReadonlySet<number>;
  /** see {@link assignLineIds}; not needed in a dry run */
  newIds: NewLineIds;
  /** ends the part after the batch in progress */
  isOver: () => boolean;
}

interface PlannedFile {
  file: ProductFile;
  scanned: readonly ScannedLine[];
  plan: Plan;
}

async function withPlan<T>({ db }: ImportDeps, path: string, work: (opened: PlannedFile) => Promise<T>): Promise<T> {
  const file = await openProductFile(path);
  try {
    const scanned = await scanLines(file);
    return await work({ file, scanned, plan: await planLines(db, scanned) });
  } finally {
    await file.close();
  }
}

/** Fields that a product write needs the permission `stock.edit` for. */
const stockFields: ReadonlySet<Field> = new Set(["stock", "stock_status", "stock_of"]);

interface FileSummary {
  /** with products */
  lines: number;
  /** headings that are no columns of a product file */
  unknownColumns: string[];
  /** whether it has columns of stock */
  changesStock: boolean;
}

/** Reads an uploaded file. @throws NotAProductFileError */
export async function inspectFile(path: string): Promise<FileSummary> {
  const file = await openProductFile(path);
  try {
    const unknownColumns = file.columns.flatMap(({ kind, label }) => (kind === "unknown" && label ? [label] : []));
    const changesStock = file.columns.some((column) => column.kind === "field" && stockFields.has(column.field));
    return { lines: (await scanLines(file)).length, unknownColumns, changesStock };
  } finally {
    await file.close();
  }
}

/** Assigns the ids of all new products and variations of a file, before its first part is written. @throws NotAProductFileError */
export const assignLineIds = (deps: ImportDeps, path: string): Promise<NewLineIds> =>
  withPlan(deps, path, async ({ plan }) => {
    await assignIds(deps.db, plan, false);
    const lines = plan.families.flatMap(linesOf);
    return Object.fromEntries(
      lines.flatMap(({ id, newId, scanned }) => (id === null && newId !== null ? [[scanned.place.line, newId]] : [])),
    );
  });

/** The family without the lines that have a result; null if none is left. */
function withoutDone({ product, productId, variations }: Family, done: PartOptions["done"]): Family | null {
  const isOpen = ({ scanned }: PlannedLine): boolean => !done.has(scanned.place.line);
  const rest =
    product && isOpen(product)
      ? { product, productId, variations: variations.filter(isOpen) }
      : { product: null, productId: product?.id ?? productId, variations: variations.filter(isOpen) };
  return linesOf(rest).length > 0 ? rest : null;
}

/** What belongs to a part. A product's lines are in one part, by the place of the first. */
function planOf({ scanned, plan }: PlannedFile, { part, parts, done }: PartOptions): Plan {
  const places = new Map(scanned.map((line, index) => [line, index]));
  const isLast = part === parts - 1;
  const size = Math.ceil(scanned.length / parts);
  const inPart = (lines: readonly ScannedLine[]): boolean =>
    isLast || Math.floor(Math.min(...lines.map((line) => places.get(line) ?? 0)) / size) === part;
  return {
    ...plan,
    families: plan.families
      .filter((family) => inPart((family.product ? [family.product] : family.variations).map((line) => line.scanned)))
      .flatMap((family) => withoutDone(family, done) ?? []),
    failed: plan.failed.filter((failed) => !done.has(failed.scanned.place.line) && inPart([failed.scanned])),
  };
}

/**
 * Imports a part of a file: its lines that have no result yet, each completely or not at all. The file was uploaded: it can name no other
 * files. A file is split into parts so that its import can be continued by another process, and stopped.
 * @returns the lines that have a result now, and whether the part is complete
 * @throws NotAProductFileError if the file is not a product file
 */
export const importPart = (
  deps: ImportDeps,
  path: string,
  options: PartOptions,
): Promise<{ lines: LineOutcome[]; complete: boolean }> =>
  withPlan(deps, path, async (opened) => {
    const { dryRun, fileName, newIds, isOver } = options;
    if (dryRun) await assignIds(deps.db, opened.plan, true);
    else
      for (const line of opened.plan.families.flatMap(linesOf))
        line.newId = line.id === null ? (newIds[line.scanned.place.line] ?? line.newId) : null;
    const { file } = opened;
    const plan = planOf(opened, options);
    const scanned = [
      ...plan.families.flatMap(linesOf).map((line) => line.scanned),
      ...plan.failed.map((one) => one.scanned),
    ];
    const importOptions: ImportOptions = {
      ...{ dryRun, strict: false },
      ...(options.recorder ? { recorder: options.recorder } : {}),
    };
    const work = new Import({ file, fileName, plan, scanned, deps, options: importOptions, folder: null });
    const result = await work.each(dryRun, work.pictures(!dryRun), isOver);
    return { lines: work.outcome(result, !dryRun).lines, complete: result.complete };
  });
