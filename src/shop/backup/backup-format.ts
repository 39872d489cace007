import { z } from "zod";

/**
 * A backup is one file, compressed with zstd: a sequence of sections, each a line of JSON with its kind and the number
 * of bytes that follow. The first is the header; then come rows, table by table, then files; the last is the footer, with
 * the checksum of everything before it. A row is a list of texts as PostgreSQL formats them, so that each engine can
 * restore the other's backups.
 */
export const formatVersion = 1;

export const Header = z.object({
  lianne_backup: z.int(),
  made_at: z.string(),
  /** the schema version of the rows */
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })),
  /** by table, its columns in the order of the texts */
  tables: z.record(z.string(), z.array(z.string())),
  /** derived from APP_SECRET, but not secret: shows whether the encrypted keys in the backup can be read */
  secret_mark: z.string(),
});
export type Header = z.infer<typeof Header>;

export const Footer = z.object({
  end: z.literal(true),
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  /** SHA-256 of every byte before this section */
  checksum: z.string(),
});
export type Footer = z.infer<typeof Footer>;

const Rows = z.object({ rows: z.string(), count: z.int(), bytes: z.int().min(0) });
const PictureFile = z.object({
  // only paths in the image folder are accepted
  file: z.string().regex(/^[0-9a-f]{16}\/\d{1,5}\.(avif|webp|jpg)$/),
  bytes: z.int().min(0),
});
export const Section = z.union([Rows, PictureFile, Footer]);

export interface RowsContent {
  kind: "rows";
  table: string;
  count: number;
  /** a JSON list of rows */
  data: Buffer;
}
/** The sections between header and footer. */
export type Content = RowsContent | { kind: "file"; path: string; data: Buffer };

export const headerLine = (header: Header): Buffer => Buffer.from(`${JSON.stringify(header)}\n`);
export const footerLine = (footer: Footer): Buffer => Buffer.from(`${JSON.stringify(footer)}\n`);

/** Encodes a section with its content. */
export function encodeSection(content: Content): Buffer {
  const bytes = content.data.byteLength;
  const line =
    content.kind === "rows" ? { rows: content.table, count: content.count, bytes } : { file: content.path, bytes };
  return Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), content.data]);
}

/** The file cannot be restored; the message has the reason and the remedy. */
export class InvalidBackupError extends Error {}

export const damaged = (): InvalidBackupError =>
  new InvalidBackupError(
    "The file is damaged, or was not written to its end: take another backup. Nothing was restored.",
  );
