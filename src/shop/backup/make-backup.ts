import { type FileHandle, open, rename, rm } from "node:fs/promises";
import type { Config } from "#shop/kernel/base/config.ts";
import type { CommandProgress } from "#shop/kernel/admin/admin-socket.ts";
import { type Db, type Reader, sql } from "#shop/kernel/db/database.ts";
import { storefrontKey } from "#shop/kernel/auth/keys.ts";
import {
  type Footer,
  footerLine,
  formatVersion,
  type Header,
  headerLine,
  encodeSection,
  type RowsContent,
} from "./backup-format.ts";
import { CompressedFile } from "./compressed-file.ts";
import { countLost, listPictureFiles, readPictureFile } from "./image-files.ts";
import { quoted, readSequences, readTables, type TableColumns } from "./schema.ts";

/** A public value derived from APP_SECRET. */
export const secretMark = (appSecret: string): string => storefrontKey(appSecret).consumerKey;

export interface BackupShop {
  db: Db;
  config: Config;
  progress?: ((step: CommandProgress) => void) | undefined;
}

export interface Backup {
  rows: number;
  files: number;
  /** images in the database without files in the folder */
  lost: number;
}

const rowsAtOnce = 500;

/** All rows of one table, some hundreds at a time. */
async function* rowsOf(reader: Reader, { name, columns }: TableColumns): AsyncGenerator<RowsContent> {
  const texts = columns.map((column) => `${quoted(column.name)}::text`).join(", ");
  await reader.all(
    sql([`declare backup no scroll cursor for select json_build_array(${texts})::text line from ${quoted(name)}`]),
  );
  for (;;) {
    const rows = await reader.all<{ line: string }>(sql([`fetch ${rowsAtOnce} from backup`]));
    if (rows.length === 0) break;
    const data = Buffer.from(`[${rows.map(({ line }) => line).join(",\n")}]\n`);
    yield { kind: "rows", table: name, count: rows.length, data };
  }
  await reader.all(sql`close backup`);
}

async function headOf(reader: Reader, tables: readonly TableColumns[], appSecret: string): Promise<Header> {
  const migrations = await reader.all<Header["migrations"][number]>(
    sql`select number, name, checksum from migration order by number`,
  );
  return {
    lianne_backup: formatVersion,
    made_at: new Date().toISOString(),
    migrations,
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])),
    secret_mark: secretMark(appSecret),
  };
}

async function countRows(reader: Reader, tables: readonly TableColumns[]): Promise<number> {
  let total = 0;
  for (const { name } of tables) {
    total += (await reader.one<{ rows: number }>(sql([`select count(*) "rows" from ${quoted(name)}`])))?.rows ?? 0;
  }
  return total;
}

interface BackupRun extends BackupShop {
  packed: CompressedFile;
  made: Backup;
  /** total number of image files */
  files: number;
}

type RowCounts = Pick<Footer, "rows" | "sequences">;

/** Writes all rows of the database, from a single snapshot. */
async function putRows(reader: Reader, { config, packed, made, files, progress }: BackupRun): Promise<RowCounts> {
  // the same text format regardless of the server's settings
  await reader.all(sql`select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true),
    set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true)`);
  made.lost = await countLost(reader, config.dataDir);
  const tables = await readTables(reader);
  const total = (await countRows(reader, tables)) + files;
  await packed.put(headerLine(await headOf(reader, tables, config.appSecret)));
  const rows: Record<string, number> = {};
  for (const table of tables) {
    rows[table.name] = 0;
    for await (const content of rowsOf(reader, table)) {
      await packed.put(encodeSection(content));
      rows[table.name] = (rows[table.name] ?? 0) + content.count;
      made.rows += content.count;
      progress?.({ what: "backing up", done: made.rows, total });
    }
  }
  return { rows, sequences: await readSequences(reader) };
}

async function putFiles({ config, packed, made, progress }: BackupRun): Promise<void> {
  const paths = await listPictureFiles(config.dataDir);
  for (const path of paths) {
    await packed.put(encodeSection({ kind: "file", path, data: await readPictureFile(config.dataDir, path) }));
    made.files++;
    progress?.({ what: "backing up", done: made.rows + made.files, total: made.rows + paths.length });
  }
}

async function writeTo(file: FileHandle, shop: BackupShop): Promise<Backup> {
  const packed = new CompressedFile(file);
  const made: Backup = { rows: 0, files: 0, lost: 0 };
  try {
    const run = { ...shop, packed, made, files: (await listPictureFiles(shop.config.dataDir)).length };
    const { rows, sequences } = await shop.db.snapshot((reader) => putRows(reader, run));
    // an image's files exist before its row, and never change: listed now, none is missing
    await putFiles(run);
    await packed.put(footerLine({ end: true, rows, files: made.files, sequences, checksum: packed.checksum }));
    await packed.close();
    return made;
  } catch (error) {
    await packed.abandon();
    throw error;
  }
}

/**
 * Writes all rows of one snapshot, and all images, into one file with mode 0600. It gets its name when it is complete.
 * Works while the shop runs.
 * @throws the file system's own errors; EEXIST if there is a file of that name
 */
export async function makeBackup(shop: BackupShop, path: string): Promise<Backup> {
  // reserves the name, and never overwrites an earlier backup
  const place = await open(path, "wx", 0o600);
  await place.close();
  const draft = `${path}.${process.pid}.part`;
  try {
    const file = await open(draft, "wx", 0o600);
    const made = await writeTo(file, shop);
    await rename(draft, path);
    return made;
  } catch (error) {
    await rm(draft, { force: true });
    await rm(path, { force: true });
    throw error;
  }
}
