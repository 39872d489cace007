import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createZstdDecompress } from "node:zlib";
import type { z } from "zod";
import { type Content, damaged, type Foot, formatVersion, Head, NotABackup, Piece } from "./backup-format.ts";

const foreign = (): NotABackup => new NotABackup("The file is no backup of this shop. Nothing was restored.");

const newline = 0x0a;
const longestLine = 4 * 1024 * 1024;
const longestPiece = 512 * 1024 * 1024;

/** Takes lines and counted bytes out of a stream, and sums up all that it has taken. */
class Intake {
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

  /** The next line, which is summed up by {@link sum} alone; null at the end. */
  async line(): Promise<Buffer | null> {
    for (;;) {
      const end = this.#rest.indexOf(newline);
      if (end >= 0) return this.#take(end + 1);
      if (this.#rest.length > longestLine) throw damaged();
      if (await this.#more()) continue;
      if (this.#rest.length > 0) throw damaged();
      return null;
    }
  }

  async bytes(count: number): Promise<Buffer> {
    if (count > longestPiece) throw damaged();
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

function read<Schema extends z.ZodType>(schema: Schema, line: Buffer, wrong: () => NotABackup): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line.toString("utf8")));
  } catch {
    throw wrong();
  }
}

async function* pieces(intake: Intake): AsyncGenerator<Content, Foot> {
  for (;;) {
    const line = await intake.line();
    if (line === null) throw damaged();
    const piece = read(Piece, line, damaged);
    if ("end" in piece) {
      if (piece.checksum !== intake.checksum || (await intake.line()) !== null) throw damaged();
      return piece;
    }
    intake.sum(line);
    const data = await intake.bytes(piece.bytes);
    intake.sum(data);
    yield "rows" in piece
      ? { kind: "rows", table: piece.rows, count: piece.count, data }
      : { kind: "file", path: piece.file, data };
  }
}

/** What a reader is told on the way. */
export interface ReadBackup {
  head(head: Head): Promise<void> | void;
  content(content: Content): Promise<void> | void;
  /** how much of the file has been read */
  progress?(bytes: number): void;
}

/**
 * Reads a backup from its head to its foot. What it hands over on the way may turn out to be damaged in the end.
 * @throws NotABackup for a file that is none, is of a later format, or is not what was written; the file system's own errors
 */
export async function readBackup(path: string, { head, content, progress }: ReadBackup): Promise<Foot> {
  const file = createReadStream(path);
  // errors of the file come out of the last stream
  const stream = pipeline(file, createZstdDecompress(), () => {});
  const intake = new Intake(stream);
  try {
    const first = await intake.line();
    if (first === null) throw foreign();
    const { lianne_backup: version } = read(Head.pick({ lianne_backup: true }), first, foreign);
    if (version > formatVersion) {
      throw new NotABackup("The file was made by a newer version of the shop: install that one, and restore with it.");
    }
    intake.sum(first);
    await head(read(Head, first, foreign));
    const inTurn = pieces(intake);
    for (;;) {
      const { value, done } = await inTurn.next();
      if (done) return value;
      await content(value);
      progress?.(file.bytesRead);
    }
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code ?? "");
    // what is no zstd from its first bytes on is another kind of file
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
