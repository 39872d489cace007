import { type FileHandle, open } from "node:fs/promises";
import { CsvError, parse } from "csv-parse";
import { parse as parseNow } from "csv-parse/sync";
import { waitForDrain } from "#shop/kernel/base/wait-for-drain.ts";
import { attributeLabel, type CsvColumn, columnOf } from "./columns.ts";

/** Position of a line in the file: its bytes, and its number as in editors. */
export interface LinePosition {
  line: number;
  from: number;
  to: number;
}

/** The file cannot be parsed as a product file at all; the message has the reason. */
export class NotAProductFileError extends Error {}

export interface ProductFile {
  columns: readonly CsvColumn[];
  /** Reads every line below the headings once, in order. */
  scan(see: (cells: readonly string[], place: LinePosition) => void): Promise<void>;
  /** The cells of some lines, in the order of the places. */
  read(places: readonly LinePosition[]): Promise<string[][]>;
  close(): Promise<void>;
}

/** Maximum length of a line: a longer one means that a quote is never closed, or that the file is not CSV. */
const maxLineBytes = 2 * 1024 * 1024;
const chunkBytes = 64 * 1024;

const settings = (delimiter: string) => ({
  delimiter,
  bom: true,
  info: true,
  // all kinds of line breaks, in every file: a part of the file that is read again must be split into the same lines
  record_delimiter: ["\r\n", "\n", "\r"],
  max_record_size: maxLineBytes,
  relax_column_count: true,
  relax_quotes: false,
  skip_empty_lines: true,
});

/** Reads the file and checks that it is UTF-8 text. @throws NotAProductFileError */
async function* textOf(file: FileHandle): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position);
    position += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    if (chunk.includes(0)) throw new NotAProductFileError("The file is not text. Save the sheet as “CSV UTF-8”.");
    try {
      // flushed at the end: a truncated character is invalid
      decoder.decode(chunk, { stream: bytesRead > 0 });
    } catch {
      throw new NotAProductFileError("The file is not in UTF-8. Save the sheet as “CSV UTF-8”.");
    }
    if (bytesRead === 0) return;
    yield chunk;
  }
}

const separators = [",", ";", "\t"];

/** The separator of the headings: spreadsheets in many locales use semicolons. */
function separatorOf(head: string): string {
  const bare = head.replace(/"[^"]*"?/g, "");
  const first = bare.slice(0, /[\r\n]/.exec(bare)?.index ?? bare.length);
  const counts = separators.map((separator) => first.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ",";
}

interface ParsedRecord {
  record: string[];
  info: { bytes: number; lines: number };
}

const problemOf = (error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error;
  const { code, message } = error;
  const why = code === "CSV_MAX_RECORD_SIZE" ? "One line is longer than 2 MB: a quote may be missing." : message;
  return new NotAProductFileError(`The file is no CSV. ${why}`);
};

const countIn = (cells: readonly string[], what: RegExp): number =>
  cells.reduce((sum, cell) => sum + (cell.match(what)?.length ?? 0), 0);

function headingsOf(cells: readonly string[]): CsvColumn[] {
  const columns = cells.map(columnOf);
  const known = columns.filter(({ kind }) => kind !== "unknown");
  const finds = (field: string) => columns.some((column) => column.kind === "field" && column.field === field);
  if (!["id", "sku", "name"].some(finds)) {
    throw new NotAProductFileError(
      "The first line must have the names of the columns, among them ID, SKU or Name: see docs/import-export.md.",
    );
  }
  const keys = known.map((column) => JSON.stringify({ ...column, label: "", factor: 0 }));
  const duplicate = keys.findIndex((one, index) => keys.indexOf(one) < index);
  if (duplicate >= 0) throw new NotAProductFileError(`The column “${known[duplicate]?.label}” is there twice.`);
  checkAttributes(columns);
  return columns;
}

/** An attribute column without its name or values would mean removing the attribute. */
function checkAttributes(columns: readonly CsvColumn[]): void {
  const all = columns.filter((column) => column.kind === "attribute");
  for (const { number, label } of all) {
    for (const needed of ["name", "value"] as const) {
      if (all.some((other) => other.number === number && other.part === needed)) continue;
      throw new NotAProductFileError(`The column “${label}” needs the column “${attributeLabel(number, needed)}”.`);
    }
  }
}

/**
 * Opens a CSV file of products: UTF-8, with or without a byte order mark, with column names in the first line. It is
 * never loaded completely: lines are read again by their places.
 * @throws NotAProductFileError
 */
export async function openProductFile(path: string): Promise<ProductFile> {
  const file = await open(path);
  try {
    if (!(await file.stat()).isFile()) throw new NotAProductFileError("It is not a file.");
    const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, 0);
    const options = settings(separatorOf(buffer.toString("utf8", 0, bytesRead)));
    const records = async function* (): AsyncGenerator<ParsedRecord> {
      const parser = parse(options);
      const feeding = feed(file, parser);
      try {
        for await (const parsed of parser) yield parsed as ParsedRecord;
      } catch (error) {
        throw problemOf(error);
      } finally {
        await feeding;
      }
    };
    let columns: CsvColumn[] | undefined;
    for await (const { record } of records()) {
      columns = headingsOf(record);
      break;
    }
    if (!columns) throw new NotAProductFileError("The file is empty.");
    return {
      columns,
      async scan(see) {
        let from: number | undefined;
        // the parser counts a CRLF within quotes twice
        let countedTwice = 0;
        for await (const { record, info } of records()) {
          countedTwice += countIn(record, /\r\n/g);
          const line = info.lines - countedTwice - countIn(record, /\r\n|\r|\n/g);
          const place = { line, from: from ?? 0, to: info.bytes };
          if (from !== undefined) see(record, place);
          from = info.bytes;
        }
      },
      read: (places) => readPlaces(file, places, options),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function feed(file: FileHandle, parser: ReturnType<typeof parse>): Promise<void> {
  try {
    for await (const chunk of textOf(file)) {
      if (parser.destroyed) return;
      if (!parser.write(chunk)) await waitForDrain(parser);
    }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
  }
}

async function readPlaces(file: FileHandle, places: readonly LinePosition[], options: ReturnType<typeof settings>) {
  const found: string[][] = [];
  // adjacent lines are read together
  for (let first = 0; first < places.length; ) {
    let last = first;
    while (places[last + 1] && places[last + 1]?.from === places[last]?.to) last++;
    const [from, to] = [places[first]?.from ?? 0, places[last]?.to ?? 0];
    const { buffer } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
    for (const { record } of parseNow(buffer, { ...options, bom: false }) as unknown as ParsedRecord[])
      found.push(record);
    first = last + 1;
  }
  if (found.length !== places.length)
    throw new NotAProductFileError("The file was changed while it was read. Try again.");
  return found;
}
