import { toBoolean, toHtml, toMoment } from "./cells.ts";
import type { Field } from "./columns.ts";
import type { CsvRow } from "./csv-row.ts";
import { ProductLineError, type FieldProblem, wrong } from "./outcomes.ts";

/** Converts a line to a request body of `wc/v3`; values that cannot be expressed in it are collected as problems. */
export class LineBody {
  readonly body: Record<string, unknown> = {};
  readonly problems: FieldProblem[] = [];
  private readonly row: CsvRow;

  constructor(row: CsvRow) {
    this.row = row;
  }

  cell(field: Field): string | undefined {
    return this.row.cells[field];
  }

  wrong(field: Field, reason: string): void {
    this.problems.push(wrong(field, reason));
  }

  set(name: string, value: unknown): void {
    if (value !== undefined) this.body[name] = value;
  }

  /** The cell unchanged; an empty one clears the stored value. */
  text(name: string, field: Field = name as Field): void {
    this.set(name, this.cell(field));
  }

  /** As {@link text}, but an empty cell leaves the stored value. */
  choice(name: string, field: Field = name as Field): void {
    this.set(name, this.cell(field)?.toLowerCase() || undefined);
  }

  /** A text in both languages: an empty English cell means the Vietnamese text. */
  bilingual(name: "name" | "description" | "short_description" | "purchase_note"): void {
    const html = (cell: string | undefined) => (cell === undefined || name === "name" ? cell : toHtml(cell));
    const text = html(this.cell(name));
    const english = html(this.cell(`${name}_en`)) || (this.cell(`${name}_en`) === undefined ? undefined : text);
    if (name === "name" && !text) {
      if (english) this.english(name, english);
      return;
    }
    this.set(name, text);
    if (english !== undefined) this.english(name, english);
  }

  private english(name: string, text: string): void {
    const { en = {} } = (this.body.translations ?? {}) as { en?: Record<string, string> };
    this.body.translations = { en: { ...en, [name]: text } };
  }

  /** 1 or 0; an empty cell leaves the stored value. */
  flag(field: Field): boolean | undefined {
    const cell = this.cell(field);
    if (!cell) return undefined;
    const flag = toBoolean(cell);
    if (flag === null) this.wrong(field, "must be 1 or 0.");
    return flag ?? undefined;
  }

  /** A date in the shop's time zone; an empty cell clears it. */
  moment(field: Field, endOfDay = false): Date | null | undefined {
    const cell = this.cell(field);
    if (cell === undefined) return undefined;
    const moment = toMoment(cell, endOfDay);
    if (cell !== "" && !moment) this.wrong(field, "must be a date as 2026-01-31 or 2026-01-31 09:00:00.");
    return moment;
  }

  price(name: "regular_price" | "sale_price"): void {
    const cell = this.cell(name);
    if (cell !== undefined && !/^(\d{1,12}([.,]00?)?)?$/.test(cell)) {
      this.wrong(name, "must be a whole number of đồng, without anything between the thousands.");
    } else this.set(name, cell?.replace(",", "."));
  }

  /** A weight or a size in the shop's unit, as text; an empty cell clears it. */
  measure(field: "weight" | "length" | "width" | "height"): string | undefined {
    const cell = this.cell(field);
    if (!cell) return cell;
    const number = Number(cell.replace(",", "."));
    if (!/^\d{1,7}([.,]\d{1,6})?$/.test(cell)) {
      this.wrong(field, "must be a number.");
      return undefined;
    }
    // 0.35 × 1000 is 350 and not 350.00000000000006
    return String(Number((number * (this.row.factors[field] ?? 1)).toFixed(6)));
  }

  /** A column of an unsupported feature: only these values, which mean none, are accepted. */
  absent(field: Field, reason: string, none: readonly string[] = []): void {
    const cell = this.cell(field);
    if (cell && !none.includes(cell.toLowerCase())) this.wrong(field, reason);
  }

  /** @throws ProductLineError with all that were collected */
  check(): void {
    if (this.problems.length > 0) throw new ProductLineError(...this.problems);
  }
}
