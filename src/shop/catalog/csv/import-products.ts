import { basename, dirname, resolve } from "node:path";
import type { BatchResult } from "./import-batches.ts";
import { Import, type ImportDeps, type ImportOptions, type ImportResult, maintain } from "./import-run.ts";
import { assignIds } from "./new-ids.ts";
import { planLines } from "./plan.ts";
import { openProductFile } from "./product-file.ts";
import { scanLines } from "./scan-lines.ts";

const runMaintenance = ({ deps, options }: Import, { written }: BatchResult): Promise<void> =>
  maintain(deps.db, [...written.values()].filter(({ same }) => !same).length, options);

async function importStrictly(work: Import): Promise<ImportResult> {
  await assignIds(work.deps.db, work.plan, true);
  // images are rendered now, so that the transaction does not wait for any
  const pictures = work.pictures(true);
  const checked = await work.each(true, pictures);
  if (checked.failed.size > 0 || work.plan.failed.length > 0) return work.outcome(checked, false);
  await assignIds(work.deps.db, work.plan, false);
  const result = await work.perTransaction(pictures);
  await runMaintenance(work, result);
  return work.outcome(result, result.failed.size === 0);
}

/**
 * Imports products and variations from a CSV file in WooCommerce's columns, see docs/import-export.md. A line is
 * written completely or not at all; invalid lines do not affect the others. What already equals its line is not
 * touched.
 * @throws NotAProductFileError if the file is not a product file; errors of the file system
 */
export async function importProducts(deps: ImportDeps, path: string, options: ImportOptions): Promise<ImportResult> {
  const file = await openProductFile(path);
  try {
    const scanned = await scanLines(file);
    const plan = await planLines(deps.db, scanned);
    const { fileName = basename(path), folder = dirname(resolve(path)) } = options;
    const work = new Import({ file, fileName, plan, scanned, deps, options, folder });
    if (options.strict && !options.dryRun) return await importStrictly(work);
    await assignIds(deps.db, plan, options.dryRun);
    const result = await work.each(options.dryRun, work.pictures(!options.dryRun));
    if (!options.dryRun) await runMaintenance(work, result);
    return work.outcome(result, !options.dryRun);
  } finally {
    await file.close();
  }
}
