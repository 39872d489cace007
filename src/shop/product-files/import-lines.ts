import type { z } from "zod";
import type { ImportLine, ImportLinesQuery, LeftProduct } from "#contract/backoffice/product-imports.ts";
import type { Language } from "#contract/language.ts";
import type { LineOutcome } from "#shop/catalog/index.ts";
import { json, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { translateReason } from "./translate-reason.ts";

/** A cell of a product that differs before and after. */
export type CellChange = ImportLine["changes"][number];

type LineStep = "check" | "write";

/** The problems of a line, which are outcomes of their own, in one row. */
function rowsOf(lines: readonly LineOutcome[], changes: ReadonlyMap<number, CellChange[]>) {
  const rows = new Map<number, ReturnType<typeof rowOf>>();
  const rowOf = ({ line, outcome, id, sku }: LineOutcome) => ({
    ...{ line, outcome, item_id: id, sku },
    problems: [] as ImportLine["problems"],
    changes: changes.get(line) ?? [],
  });
  for (const one of lines) {
    const row = rows.get(one.line) ?? rowOf(one);
    if (one.outcome === "failed") row.problems.push({ field: one.field, reason: one.reason });
    rows.set(one.line, row);
  }
  return [...rows.values()];
}

/** Stores the results of lines; those that have one keep it. */
export async function storeLines(
  tx: Tx,
  { id, step }: { id: number; step: LineStep },
  lines: readonly LineOutcome[],
  changes: ReadonlyMap<number, CellChange[]> = new Map(),
): Promise<void> {
  if (lines.length === 0) return;
  await tx.run(sql`
    insert into product_import_line (import_id, step, line, outcome, item_id, sku, problems, changes)
    select ${id}, ${step}, r.* from jsonb_to_recordset(${json(rowsOf(lines, changes))}::jsonb)
      r (line integer, outcome text, item_id integer, sku text, problems jsonb, changes jsonb)
    on conflict do nothing`);
}

/** The lines that have a result. */
export async function linesDone(reader: Reader, { id, step }: { id: number; step: LineStep }): Promise<Set<number>> {
  const rows = await reader.all<{ line: number }>(
    sql`select line from product_import_line where import_id = ${id} and step = ${step}`,
  );
  return new Set(rows.map(({ line }) => line));
}

const translated = <Line extends Pick<ImportLine, "problems">>(line: Line, lang: Language): Line => ({
  ...line,
  problems: line.problems.map(({ field, reason }) => ({ field, reason: translateReason(reason, lang) })),
});

/** A page of results, in the order of the file. */
export async function listLines(
  reader: Reader,
  id: number,
  { step, outcome, page, per_page, lang }: z.output<typeof ImportLinesQuery> & { lang: Language },
): Promise<{ lines: ImportLine[]; total: number }> {
  const lines = sql`product_import_line where import_id = ${id} and step = ${step}
    and (${outcome ?? null}::text is null or outcome = ${outcome ?? null})`;
  const count = await reader.one<{ total: number }>(sql`select count(*)::integer total from ${lines}`);
  const rows = await reader.all<ImportLine>(sql`
    select line, outcome, item_id, sku, problems, changes from ${lines}
    order by line limit ${per_page} offset ${(page - 1) * per_page}`);
  return { lines: rows.map((line) => translated(line, lang)), total: count?.total ?? 0 };
}

/** The results of all lines as outcomes, for the report. */
export async function allOutcomes(
  reader: Reader,
  { id, step, lang }: { id: number; step: LineStep; lang: Language },
): Promise<LineOutcome[]> {
  const rows = await reader.all<Omit<ImportLine, "changes">>(sql`
    select line, outcome, item_id, sku, problems from product_import_line
    where import_id = ${id} and step = ${step} order by line`);
  return rows.flatMap((row): LineOutcome[] => {
    const { line, outcome, item_id, sku, problems } = translated(row, lang);
    const own = { line, outcome, id: item_id, sku };
    return problems.length > 0
      ? problems.map((problem) => ({ ...own, ...problem }))
      : [{ ...own, field: "", reason: "" }];
  });
}

/** Products that reverting left as they are. */
export const listLeft = (reader: Reader, id: number, lang: Language): Promise<LeftProduct[]> =>
  reader.all<LeftProduct>(sql`
    select c.product_id id, coalesce(p.name ->> ${lang}::text, '') "name", c.reason
    from product_import_product c left join product p on p.id = c.product_id
    where c.import_id = ${id} and c.state = 'left' order by c.product_id limit 500`);
