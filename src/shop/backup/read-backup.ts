import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createZstdDecompress } from "node:zlib";
import type { z } from "zod";
import {
  type Content,
  damaged,
  type Footer,
  formatVersion,
  Header,
  InvalidBackupError,
  Section,
} from "./backup-format.ts";

const foreign = (): InvalidBackupError =>
  new InvalidBackupError("The file is not a backup of this shop. Nothing was restored.");

const newline = 0x0a;
const maxLineBytes = 4 * 1024 * 1024;
const maxSectionBytes = 512 * 1024 * 1024;

/** Reads lines and a given number of bytes from a stream, and computes the checksum. */
class BackupStream {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #sum: Hash = createHash("sha256");
  #rest: Buffer = Buffer.alloc(0);
  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }

  #take(bytes: number): Buffer {
    const taken = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(bytes);
    return taken;
  }

  /** The next line, which is added to the checksum only by {@link sum}; null at the end. */
  async line(): Promise<Buffer | null> {
    for (;;) {
      const end = this.#rest.indexOf(newline);
      if (end >= 0) return this.#take(end + 1);
      if (this.#rest.length > maxLineBytes) throw damaged();
      if (await this.#more()) continue;
      if (this.#rest.length > 0) throw damaged();
      return null;
    }
  }

  async bytes(count: number): Promise<Buffer> {
    if (count > maxSectionBytes) throw damaged();
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.#rest.length === 0 && !(await this.#more())) throw damaged();
      const part = this.#take(Math.min(missing, this.#rest.length));
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  sum(taken: Buffer): void {
    this.#sum.update(taken);
  }

  get checksum(): string {
    return this.#sum.copy().digest("hex");
  }
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  line: Buffer,
  wrong: () => InvalidBackupError,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line.toString("utf8")));
  } catch {
    throw wrong();
  }
}

async function* sections(backup: BackupStream): AsyncGenerator<Content, Footer> {
  for (;;) {
    const line = await backup.line();
    if (line === null) throw damaged();
    const section = read(Section, line, damaged);
    if ("end" in section) {
      if (section.checksum !== backup.checksum || (await backup.line()) !== null) throw damaged();
      return section;
    }
    backup.sum(line);
    const data = await backup.bytes(section.bytes);
    backup.sum(data);
    yield "rows" in section
      ? { kind: "rows", table: section.rows, count: section.count, data }
      : { kind: "file", path: section.file, data };
  }
}

/** Callbacks of a reader. */
export interface ReadBackup {
  header(header: Header): Promise<void> | void;
  content(content: Content): Promise<void> | void;
  /** called with the number of bytes read from the file */
  progress?(bytes: number): void;
}

/**
 * Reads a backup from its header to its footer. Content passed to the callbacks may turn out to be damaged at the end.
 * @throws InvalidBackupError if the file is not a backup, has a later format, or was altered; the file system's own
 *   errors
 */
export async function readBackup(path: string, { header, content, progress }: ReadBackup): Promise<Footer> {
  const file = createReadStream(path);
  // file errors are emitted by the last stream
  const stream = pipeline(file, createZstdDecompress(), () => {});
  const backup = new BackupStream(stream);
  try {
    const first = await backup.line();
    if (first === null) throw foreign();
    const { lianne_backup: version } = read(Header.pick({ lianne_backup: true }), first, foreign);
    if (version > formatVersion) {
      throw new InvalidBackupError(
        "The file was made by a newer version of the shop: install that one, and restore with it.",
      );
    }
    backup.sum(first);
    await header(read(Header, first, foreign));
    const contents = sections(backup);
    for (;;) {
      const { value, done } = await contents.next();
      if (done) return value;
      await content(value);
      progress?.(file.bytesRead);
    }
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code ?? "");
    // a file that does not begin as zstd is of another kind
    if (code === "ZSTD_error_prefix_unknown")
      throw file.bytesRead > 0 && backup.checksum === empty ? foreign() : damaged();
    if (/^(ZSTD_|Z_)/.test(code)) throw damaged();
    throw error;
  } finally {
    file.destroy();
    stream.destroy();
  }
}

const empty = createHash("sha256").digest("hex");
