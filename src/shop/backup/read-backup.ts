import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createZstdDecompress } from "node:zlib";
import type { z } from "zod";
import { type Content, damaged, type Foot, formatVersion, Head, InvalidBackupError, Section } from "./backup-format.ts";

const foreign = (): InvalidBackupError =>
  new InvalidBackupError("The file is no backup of this shop. Nothing was restored.");

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

async function* sections(intake: BackupStream): AsyncGenerator<Content, Foot> {
  for (;;) {
    const line = await intake.line();
    if (line === null) throw damaged();
    const section = read(Section, line, damaged);
    if ("end" in section) {
      if (section.checksum !== intake.checksum || (await intake.line()) !== null) throw damaged();
      return section;
    }
    intake.sum(line);
    const data = await intake.bytes(section.bytes);
    intake.sum(data);
    yield "rows" in section
      ? { kind: "rows", table: section.rows, count: section.count, data }
      : { kind: "file", path: section.file, data };
  }
}

/** Callbacks of a reader. */
export interface ReadBackup {
  head(head: Head): Promise<void> | void;
  content(content: Content): Promise<void> | void;
  /** called with the number of bytes read from the file */
  progress?(bytes: number): void;
}

/**
 * Reads a backup from its head to its foot. Content passed to the callbacks may turn out to be damaged at the end.
 * @throws InvalidBackupError if the file is not a backup, has a later format, or was altered; the file system's own
 *   errors
 */
export async function readBackup(path: string, { head, content, progress }: ReadBackup): Promise<Foot> {
  const file = createReadStream(path);
  // file errors are emitted by the last stream
  const stream = pipeline(file, createZstdDecompress(), () => {});
  const intake = new BackupStream(stream);
  try {
    const first = await intake.line();
    if (first === null) throw foreign();
    const { lianne_backup: version } = read(Head.pick({ lianne_backup: true }), first, foreign);
    if (version > formatVersion) {
      throw new InvalidBackupError(
        "The file was made by a newer version of the shop: install that one, and restore with it.",
      );
    }
    intake.sum(first);
    await head(read(Head, first, foreign));
    const inTurn = sections(intake);
    for (;;) {
      const { value, done } = await inTurn.next();
      if (done) return value;
      await content(value);
      progress?.(file.bytesRead);
    }
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code ?? "");
    // a file that does not begin as zstd is of another kind
    if (code === "ZSTD_error_prefix_unknown")
      throw file.bytesRead > 0 && intake.checksum === empty ? foreign() : damaged();
    if (/^(ZSTD_|Z_)/.test(code)) throw damaged();
    throw error;
  } finally {
    file.destroy();
    stream.destroy();
  }
}

const empty = createHash("sha256").digest("hex");
