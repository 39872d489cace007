import type { z } from "zod";
import type { CountedItem, CountItemsQuery, NewStockCount, StockCount } from "#contract/backoffice/stock-counts.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, dong, multiply } from "#contract/money.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { branchOf, type CountFigures, closedFigures, coveredBy, openFigures } from "./count-figures.ts";
import { stockItems } from "./stock-items.ts";

/** What a reader may see, and its language. */
export interface StockView {
  lang: Language;
  /** whether costs and values are included */
  costs: boolean;
}

interface CountRow {
  id: number;
  scope: StockCount["scope"];
  category: string | null;
  bin: string | null;
  includesUnpacked: boolean;
  note: string;
  state: StockCount["state"];
  by: string | null;
  createdAt: Date;
  closedAt: Date | null;
  revertedAt: Date | null;
  now: Date;
}

const countRows = (condition: Sql, lang: Language): Sql => sql`
  select n.id, n.scope, c.name ->> ${lang}::text category, n.bin, n.includes_unpacked "includesUnpacked", n.note, n.state, m.name "by",
    n.created_at "createdAt", n.closed_at "closedAt", n.reverted_at "revertedAt", clock_timestamp() now
  from stock_count n left join category c on c.id = n.category_id left join staff m on m.id = n.staff_id where ${condition}`;

const figuresOf = ({ id, state }: Pick<CountRow, "id" | "state">): Sql =>
  state === "open" ? openFigures(id) : closedFigures(id);

const differs = sql`f.counted <> f.expected`;

interface CountSums {
  counted: number;
  different: number;
  booked: number;
  value: Dong | null;
  covered: number;
}

async function summaryOf(reader: Reader, row: CountRow, { costs }: StockView): Promise<StockCount> {
  const { id, scope, category, bin, note, state, by } = row;
  const sums = await reader.one<CountSums>(sql`
    with recursive ${branchOf(id)}, figures as (${figuresOf(row)})
    select (select count(*)::integer from figures) counted, (select count(*)::integer from figures f where ${differs}) different,
      (select count(*)::integer from figures f where f.booked <> 0) booked,
      (select sum(f.booked * f."unitCost")::bigint from figures f) "value",
      case when ${state === "open"} then (
        select count(*)::integer from stock s, stock_count n where n.id = ${id} and ${coveredBy}
          and not exists (select from figures f where f."stockId" = s.id)) else 0 end covered`);
  return {
    ...{ id, scope, category, bin, note, state, by, includes_unpacked: row.includesUnpacked },
    created_at: row.createdAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
    reverted_at: row.revertedAt?.toISOString() ?? null,
    now: row.now.toISOString(),
    counted: sums?.counted ?? 0,
    missing: sums?.covered ?? 0,
    different: sums?.different ?? 0,
    booked: sums?.booked ?? 0,
    value: costs ? (sums?.value ?? dong(0)) : null,
  };
}

const notFound = (lang: Language): HttpError => new HttpError(404, "rest_not_found", t(lang, "staff_errors.not_found"));

/** @throws HttpError 404 */
export async function readCount(reader: Reader, id: number, view: StockView): Promise<StockCount> {
  const row = await reader.one<CountRow>(countRows(sql`n.id = ${id}`, view.lang));
  if (!row) throw notFound(view.lang);
  return summaryOf(reader, row, view);
}

type Page = Pick<z.output<typeof CountItemsQuery>, "page" | "per_page">;
const pageOf = ({ page, per_page }: Page): Sql => sql`limit ${per_page} offset ${(page - 1) * per_page}`;

/** A page of counts, the newest first. @returns also the number of all */
export async function listCounts(
  reader: Reader,
  page: Page,
  view: StockView,
): Promise<{ counts: StockCount[]; total: number }> {
  const rows = await reader.all<CountRow>(sql`${countRows(sql`true`, view.lang)} order by n.id desc ${pageOf(page)}`);
  const counts: StockCount[] = [];
  for (const row of rows) counts.push(await summaryOf(reader, row, view));
  const all = await reader.one<{ total: number }>(sql`select count(*)::integer total from stock_count`);
  return { counts, total: all?.total ?? 0 };
}

/** @returns the id @throws HttpError 400 for a scope without its category or place */
export async function startCount(
  tx: Tx,
  input: z.output<typeof NewStockCount>,
  { staffId, lang, now }: { staffId: number; lang: Language; now: Date },
): Promise<number> {
  const { scope, category_id = null, bin = "", includes_unpacked, note } = input;
  if (scope === "category" && !(await tx.one(sql`select from category where id = ${category_id}`)))
    throw invalidParam("category_id", t(lang, "stock_errors.category"));
  if (scope === "bin" && bin === "") throw invalidParam("bin", t(lang, "stock_errors.bin"));
  const row = await tx.one<{ id: number }>(sql`
    insert into stock_count (scope, category_id, bin, includes_unpacked, note, staff_id, created_at)
    values (${scope}, ${scope === "category" ? category_id : null}, ${scope === "bin" ? bin : null}, ${includes_unpacked}, ${note},
      ${staffId}, ${now})
    returning id`);
  if (!row) throw new Error("the count was not inserted");
  return row.id;
}

const missingStocks = (id: number): Sql => sql`
  with recursive ${branchOf(id)}
  select s.id "stockId" from stock s, stock_count n
  where n.id = ${id} and n.state = 'open' and ${coveredBy} and not exists (
    select from stock_count_entry e left join stock_count_item i on i.count_id = e.count_id and i.stock_id = e.stock_id
    where e.count_id = ${id} and e.stock_id = s.id and (i.recounted_at is null or e.at > i.recounted_at))`;

/** A page of the items of a count. @returns also the number of all. @throws HttpError 404 */
export async function listCountedItems(
  reader: Reader,
  id: number,
  { show, ...page }: z.output<typeof CountItemsQuery>,
  view: StockView,
): Promise<{ items: CountedItem[]; total: number }> {
  const count = await reader.one<CountRow>(countRows(sql`n.id = ${id}`, view.lang));
  if (!count) throw notFound(view.lang);
  const rows = await reader.all<Partial<CountFigures> & { stockId: number; total: number }>(
    show === "missing"
      ? sql`select w.*, count(*) over ()::integer total from (${missingStocks(id)}) w order by "stockId" ${pageOf(page)}`
      : sql`
          select f.*, count(*) over ()::integer total from (${figuresOf(count)}) f
          where ${show === "different" ? differs : sql`true`} order by "countedAt" desc, "stockId" ${pageOf(page)}`,
  );
  const items = await stockItems(
    reader,
    rows.map(({ stockId }) => stockId),
    view.lang,
  );
  return {
    total: rows[0]?.total ?? 0,
    items: rows.flatMap((row) => {
      const item = items.get(row.stockId);
      return item ? [{ item, ...figures(row, view) }] : [];
    }),
  };
}

const notCounted = {
  ...{ counted: null, counted_at: null, expected: null, unpacked: 0, difference: null, sold_since: 0, value: null },
};

const figures = (row: Partial<CountFigures>, { costs }: StockView): Omit<CountedItem, "item"> => {
  const { counted, expected, countedAt, unpacked = 0, soldSince = 0, unitCost = null } = row;
  if (counted === undefined || expected === undefined) return notCounted;
  const difference = counted - expected;
  return {
    ...{ counted, expected, unpacked, difference, sold_since: soldSince },
    counted_at: countedAt?.toISOString() ?? null,
    value: costs && unitCost !== null ? multiply(unitCost, difference) : null,
  };
};
