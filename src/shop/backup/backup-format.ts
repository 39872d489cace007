import { z } from "zod";

/**
 * A backup is one file, compressed with zstd: pieces, each a line of JSON that says what it is and how many bytes follow.
 * The first is the head; then come rows, table by table, then files; the last is the foot, with the sum of all before it.
 * A row is a list of texts as PostgreSQL writes them, so that either kind of database takes what the other gave.
 */
export const formatVersion = 1;

export const Head = z.object({
  lianne_backup: z.int(),
  made_at: z.string(),
  /** the schema that the rows are of */
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })),
  /** by table, its columns in the order of the texts */
  tables: z.record(z.string(), z.array(z.string())),
  /** follows from APP_SECRET, and is no secret itself: whether the keys in it can be read is told by it */
  secret_mark: z.string(),
});
export type Head = z.infer<typeof Head>;

export const Foot = z.object({
  end: z.literal(true),
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  /** of every byte before this piece, SHA-256 */
  checksum: z.string(),
});
export type Foot = z.infer<typeof Foot>;

const Rows = z.object({ rows: z.string(), count: z.int(), bytes: z.int().min(0) });
const PictureFile = z.object({
  // nothing is written anywhere else than where pictures lie
  file: z.string().regex(/^[0-9a-f]{16}\/\d{1,5}\.(avif|webp|jpg)$/),
  bytes: z.int().min(0),
});
export const Piece = z.union([Rows, PictureFile, Foot]);

export interface RowsContent {
  kind: "rows";
  table: string;
  count: number;
  /** a JSON list of rows */
  data: Buffer;
}
/** What lies between head and foot. */
export type Content = RowsContent | { kind: "file"; path: string; data: Buffer };

export const headLine = (head: Head): Buffer => Buffer.from(`${JSON.stringify(head)}\n`);
export const footLine = (foot: Foot): Buffer => Buffer.from(`${JSON.stringify(foot)}\n`);

/** A piece with what follows it. */
export function pieceOf(content: Content): Buffer {
  const bytes = content.data.byteLength;
  const line =
    content.kind === "rows" ? { rows: content.table, count: content.count, bytes } : { file: content.path, bytes };
  return Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), content.data]);
}

/** The file cannot be restored: why, and what to do about it. */
export class NotABackup extends Error {}

export const damaged = (): NotABackup =>
  new NotABackup("The file is damaged, or was not written to its end: take another backup. Nothing was restored.");
