import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import type { Config } from "#shop/kernel/config.ts";
import type { Progress } from "#shop/kernel/control.ts";
import { type Db, type Reader, sql } from "#shop/kernel/database.ts";
import { storefrontKey } from "#shop/kernel/keys.ts";
import { footLine, formatVersion, type Head, headLine, pieceOf, type RowsContent } from "./backup-format.ts";
import { countLost, listPictureFiles, readPictureFile } from "./pictures.ts";
import { quoted, readSequences, readTables, type Table } from "./schema.ts";

/** What follows from APP_SECRET for everybody to see. */
export const secretMark = (appSecret: string): string => storefrontKey(appSecret).consumerKey;

export interface BackupShop {
  db: Db;
  config: Config;
  progress?: ((step: Progress) => void) | undefined;
}

export interface Backup {
  rows: number;
  files: number;
  /** pictures that the database knows and the folder does not have */
  lost: number;
}

const rowsAtOnce = 500;

/** All rows of one table, some hundreds at a time. */
async function* rowsOf(reader: Reader, { name, columns }: Table): AsyncGenerator<RowsContent> {
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

async function headOf(reader: Reader, tables: readonly Table[], appSecret: string): Promise<Head> {
  const migrations = await reader.all<Head["migrations"][number]>(
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

async function countRows(reader: Reader, tables: readonly Table[]): Promise<number> {
  let total = 0;
  for (const { name } of tables) {
    total += (await reader.one<{ rows: number }>(sql([`select count(*) "rows" from ${quoted(name)}`])))?.rows ?? 0;
  }
  return total;
}

/** The bytes of a backup, one after the other, and what is in it. */
async function* bytesOf(reader: Reader, { config, progress }: BackupShop, made: Backup): AsyncGenerator<Buffer> {
  // written alike whatever the server's settings are
  await reader.all(sql`select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true),
    set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true)`);
  const sum = createHash("sha256");
  const summed = (bytes: Buffer): Buffer => {
    sum.update(bytes);
    return bytes;
  };
  const tables = await readTables(reader);
  const files = await listPictureFiles(config.dataDir);
  const total = (await countRows(reader, tables)) + files.length;
  const tell = (): void => progress?.({ what: "backing up", done: made.rows + made.files, total });
  yield summed(headLine(await headOf(reader, tables, config.appSecret)));
  const rows: Record<string, number> = {};
  for (const table of tables) {
    rows[table.name] = 0;
    for await (const content of rowsOf(reader, table)) {
      rows[table.name] = (rows[table.name] ?? 0) + content.count;
      made.rows += content.count;
      yield summed(pieceOf(content));
      tell();
    }
  }
  for (const path of files) {
    yield summed(pieceOf({ kind: "file", path, data: await readPictureFile(config.dataDir, path) }));
    made.files++;
    tell();
  }
  const sequences = await readSequences(reader);
  yield footLine({ end: true, rows, files: made.files, sequences, checksum: sum.digest("hex") });
}

const zstd = () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 5 } });

async function writeTo(file: FileHandle, shop: BackupShop): Promise<Backup> {
  const made: Backup = { rows: 0, files: 0, lost: 0 };
  await shop.db.snapshot(async (reader) => {
    made.lost = await countLost(reader, shop.config.dataDir);
    const target = file.createWriteStream({ flush: true });
    await pipeline(Readable.from(bytesOf(reader, shop, made)), zstd(), target);
  });
  return made;
}

/**
 * Writes all rows as they are at one moment, and all pictures, into one file that its owner alone may read. It takes its
 * name when it is whole. Works while the shop runs.
 * @throws the file system's own errors; EEXIST when there is a file of that name
 */
export async function makeBackup(shop: BackupShop, path: string): Promise<Backup> {
  // nobody else may take the name meanwhile, and an earlier backup is not written over
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
