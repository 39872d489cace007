import { z } from "zod";
import { type FamilySnapshot, loadProductFiles, restoreFamily, setStockCauseSql } from "#shop/catalog/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { clusterSearchIndex } from "#shop/search/index.ts";
import { defineLongTaskKind, defineTaskKind, type LongTaskKind } from "#shop/tasks/index.ts";
import { removeFile, withFile } from "./import-files.ts";
import { type CellChange, linesDone, storeLines } from "./import-lines.ts";
import { findImport, type ImportRow } from "./import-rows.ts";
import { AlreadyWrittenError, checkRecorder, strictRecorder, writeRecorder } from "./record-changes.ts";
import { translateReason } from "./translate-reason.ts";

const ImportInput = z.object({ import: z.int(), step: z.enum(["check", "write"]), parts: z.int().min(1) });

/** A dry run that takes longer ends: pictures of slow servers would keep it busy for days. */
const maxCheckMs = 30 * minuteMs;

type WithFile = ImportRow & { file: string };
type ProductFiles = Awaited<ReturnType<typeof loadProductFiles>>;

interface PartRun {
  files: ProductFiles;
  row: WithFile;
  part: number;
  parts: number;
  isOver: () => boolean;
}

/** Tries a part of a file. @returns whether it is complete */
async function checkPart(shop: AppContext, { files, row, part, parts, isOver }: PartRun): Promise<boolean> {
  const { id, fileName } = row;
  const target = { id, step: "check" as const };
  const changes = new Map<number, CellChange[]>();
  const options = {
    ...{ dryRun: true, fileName, part, parts, newIds: {}, isOver },
    done: await linesDone(shop.db, target),
    recorder: checkRecorder(changes, { origin: shop.config.publicUrl, cellsOf: files.exportedCells }),
  };
  const { lines, complete } = await withFile(shop.config, row.file, (path) => files.importPart(shop, path, options));
  await shop.db.transaction((tx) => storeLines(tx, target, lines, changes));
  return complete;
}

/** The ids of the new lines, assigned once for all parts. */
async function newIdsOf(shop: AppContext, { files, row }: PartRun): Promise<Record<number, number>> {
  const stored = await shop.db.one<{ newIds: Record<number, number> | null }>(
    sql`select new_ids "newIds" from product_import where id = ${row.id}`,
  );
  if (stored?.newIds) return stored.newIds;
  const newIds = await withFile(shop.config, row.file, (path) => files.assignLineIds(shop, path));
  await shop.db.transaction((tx) =>
    tx.run(sql`update product_import set new_ids = ${JSON.stringify(newIds)}::jsonb where id = ${row.id}`),
  );
  return newIds;
}

/** Writes a part of a file. @returns whether it is complete */
async function writePart(shop: AppContext, run: PartRun): Promise<boolean> {
  const { files, row, part, parts, isOver } = run;
  const { id, fileName } = row;
  const target = { id, step: "write" as const };
  const options = {
    ...{ dryRun: false, fileName, part, parts, newIds: await newIdsOf(shop, run), isOver },
    done: await linesDone(shop.db, target),
    recorder: writeRecorder(id),
  };
  const { lines, complete } = await withFile(shop.config, row.file, (path) => files.importPart(shop, path, options));
  await shop.db.transaction((tx) => storeLines(tx, target, lines));
  return complete;
}

/** Advisory locks of strict imports: this number and the import's id. */
const strictLocks = 0x5712_c700_0000;

/** Writes all lines in one transaction, or none. */
async function writeLocked(shop: AppContext, { files, row }: PartRun): Promise<void> {
  const { id, fileName } = row;
  const target = { id, step: "write" as const };
  if ((await linesDone(shop.db, target)).size > 0) return;
  try {
    const options = { ...{ dryRun: false, strict: true, fileName, folder: null }, recorder: strictRecorder(id) };
    const { lines, written } = await withFile(shop.config, row.file, (path) =>
      files.importProducts(shop, path, options),
    );
    const failed = lines.filter(({ outcome }) => outcome === "failed");
    if (!written) await shop.db.transaction((tx) => storeLines(tx, target, failed));
  } catch (error) {
    if (!(error instanceof AlreadyWrittenError)) throw error;
  }
}

/** A strict import may take longer than the lease of its job: a process that gets the job then waits for the first one. */
async function writeStrictly(shop: AppContext, run: PartRun): Promise<boolean> {
  await shop.db.withAdvisoryLock(strictLocks + run.row.id, () => writeLocked(shop, run));
  return true;
}

async function finish(shop: AppContext, { files, row: { id, file } }: PartRun, step: "check" | "write"): Promise<void> {
  const { db, config } = shop;
  if (step === "check") {
    await db.transaction((tx) =>
      tx.run(sql`update product_import set state = 'checked' where id = ${id} and state = 'checking'`),
    );
    return;
  }
  const count = await db.one<{ changed: number }>(sql`
    select count(*)::integer changed from product_import_line
    where import_id = ${id} and step = 'write' and outcome in ('created', 'updated')`);
  await files.maintain(db, count?.changed ?? 0, { clusterSearchIndex });
  await db.transaction((tx) =>
    tx.run(sql`update product_import set state = 'written', file = null where id = ${id} and state = 'writing'`),
  );
  await removeFile(config, file);
}

/** Background task: the dry run of a product file, or its import. A record is a part of the file. */
export const productImportTask = (shop: AppContext): LongTaskKind =>
  defineLongTaskKind(ImportInput, async (part, { input: { import: id, step, parts }, lang, now }, isOver) => {
    const row = await findImport(shop.db, id);
    const file = row?.file;
    if (!row || !file) throw new HttpError(409, "lianne_invalid_state", t(lang, "import_errors.file"));
    if (step === "check" && now.getTime() - (row.startedAt ?? now).getTime() > maxCheckMs)
      throw new HttpError(409, "lianne_invalid_state", t(lang, "import_errors.time"));
    const files = await loadProductFiles();
    const run: PartRun = { files, row: { ...row, file }, part, parts, isOver };
    try {
      const work = step === "check" ? checkPart : row.strict ? writeStrictly : writePart;
      const complete = await work(shop, run);
      if (complete && part === parts - 1) await finish(shop, run, step);
      return complete;
    } catch (error) {
      throw error instanceof files.NotAProductFileError
        ? invalidParam("body", translateReason(error.message, lang))
        : error;
    }
  });

const RevertInput = z.object({ import: z.int() });

interface ChangedProduct {
  productId: number;
  before: FamilySnapshot | null;
  units: Record<number, number>;
  version: string;
}

/** Background task: restores the products that an import changed. A record is a chunk of them. */
export const productImportRevertTask = defineTaskKind(
  RevertInput,
  async (tx, chunk, { input: { import: id }, lang, now }) => {
    const file = await tx.one<{ name: string }>(sql`select file_name "name" from product_import where id = ${id}`);
    const products = await tx.all<ChangedProduct>(sql`
      select product_id "productId", before, units, version from product_import_product
      where import_id = ${id} and chunk = ${chunk} and state = 'written' order by product_id`);
    const note = t(lang, "import_errors.reverted_note");
    await tx.run(setStockCauseSql({ reason: "import", file: file?.name ?? "", note }));
    for (const product of products) {
      const reason = await restoreFamily(tx, { ...product, now });
      const state = reason === null ? "reverted" : "left";
      await tx.run(sql`
        update product_import_product set state = ${state}, reason = ${reason}
        where import_id = ${id} and product_id = ${product.productId}`);
    }
    await tx.run(sql`
      update product_import set state = 'reverted' where id = ${id} and state = 'reverting'
        and not exists (select from product_import_product where import_id = ${id} and state = 'written')`);
  },
);
