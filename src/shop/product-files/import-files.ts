import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { maxImportLines } from "#contract/backoffice/import-choices.ts";
import type { Language } from "#contract/language.ts";
import { loadProductFiles } from "#shop/catalog/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { json, sql } from "#shop/kernel/db/database.ts";
import { privateFiles } from "#shop/kernel/outbound/private-files.ts";
import { type HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { translateReason } from "./translate-reason.ts";

type FilesConfig = Pick<Config, "dataDir" | "mediaBucket">;

const filesOf = (config: FilesConfig) => privateFiles(config, { folder: "product-imports", type: "text/csv" });

/** Passes the path of an uploaded file, or of a copy of a file in the bucket, which is removed afterwards. */
export async function withFile<T>(config: FilesConfig, file: string, work: (path: string) => Promise<T>): Promise<T> {
  const files = filesOf(config);
  const bytes = await files.readFromBucket(file);
  if (!bytes) return work(files.pathOf(file));
  const folder = await mkdtemp(join(tmpdir(), "product-import-"));
  try {
    const copy = join(folder, file);
    await writeFile(copy, bytes);
    return await work(copy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const removeFile = (config: FilesConfig, file: string): Promise<void> => filesOf(config).remove(file);

/** Deletes the files of imports: first the files, so that a crash leaves none behind. */
export async function forgetFiles(
  { db, config }: Pick<AppContext, "db" | "config">,
  imports: readonly { id: number; file: string }[],
): Promise<void> {
  await Promise.all(imports.map(({ file }) => removeFile(config, file)));
  await db.transaction((tx) =>
    tx.run(sql`update product_import set file = null where id = any(${imports.map(({ id }) => id)}::integer[])`),
  );
}

/** Beginnings of spreadsheets: XLSX and ODS are ZIP archives, XLS is an OLE file. They are not unpacked. */
const spreadsheets = ["504b0304", "504b0506", "d0cf11e0"];

/** @throws HttpError 400 for a spreadsheet, in the person's words: its CSV is needed */
function assertNoSpreadsheet(bytes: Buffer, lang: Language): void {
  if (spreadsheets.includes(bytes.toString("hex", 0, 4)))
    throw invalidParam("body", t(lang, "import_errors.spreadsheet"));
}

const wrongFile = (reason: string): HttpError => invalidParam("body", reason);

/** Files that were uploaded and not imported: older ones are deleted. */
const maxWaiting = 20;

const removeOldUploads = async (shop: AppContext): Promise<void> =>
  forgetFiles(
    shop,
    await shop.db.all<{ id: number; file: string }>(sql`
      select id, file from product_import where file is not null and state in ('uploaded', 'checked')
      order by id desc offset ${maxWaiting}`),
  );

interface StoredUpload {
  bytes: Buffer;
  name: string;
  staffId: number;
  lang: Language;
  /** @throws HttpError if the role may not write what the file contains */
  authorize: (file: { changesStock: boolean }) => void;
}

/**
 * Stores an uploaded product file. @returns the import's id
 * @throws HttpError 400 if it is no product file, or has too many lines; as `authorize`
 */
export async function storeUpload(
  shop: AppContext,
  { bytes, name, staffId, lang, authorize }: StoredUpload,
): Promise<number> {
  const { db, config, clock, log } = shop;
  assertNoSpreadsheet(bytes, lang);
  const { inspectFile, NotAProductFileError } = await loadProductFiles();
  const file = `${randomBytes(16).toString("hex")}.csv`;
  await filesOf(config).store(file, bytes);
  try {
    const { lines, unknownColumns, changesStock } = await withFile(config, file, inspectFile);
    if (lines === 0) throw wrongFile(t(lang, "import_errors.no_lines"));
    if (lines > maxImportLines)
      throw wrongFile(t(lang, "import_errors.too_many_lines", { max: maxImportLines, lines }));
    authorize({ changesStock });
    const row = await db.transaction((tx) =>
      tx.one<{ id: number }>(sql`
        insert into product_import (staff_id, file_name, file, lines, unknown_columns, changes_stock, created_at)
        values (${staffId}, ${name}, ${file}, ${lines}, ${json(unknownColumns)}::jsonb, ${changesStock}, ${clock.now()}) returning id`),
    );
    if (!row) throw new Error("the import was not inserted");
    await removeOldUploads(shop);
    return row.id;
  } catch (error) {
    // the client gets the first error, also where the bucket fails
    await removeFile(config, file).catch((failure: unknown) =>
      log.warn({ err: failure, file }, "file without an import"),
    );
    throw error instanceof NotAProductFileError ? wrongFile(translateReason(error.message, lang)) : error;
  }
}
