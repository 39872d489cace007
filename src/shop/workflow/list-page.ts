import { type MatchedField, maxCounted } from "#contract/list-rules.ts";
import type { OrderListQuery } from "#contract/backoffice/order-list.ts";
import { isWaitingStage } from "#contract/stages.ts";
import { join, type Reader, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import { listConditions, narrowMatches, type NarrowOrders, narrowOrders } from "#shop/orders/index.ts";
import { readMatchedFields, searchOrders } from "./order-search.ts";

type ListedQuery = Omit<OrderListQuery, "page" | "per_page" | "lang">;

/** As many of a list's first orders are compared with a filter of {@link narrowOrders} before its index is read. */
const comparedOrders = 2_000;

const isDefined = (value: unknown): boolean => value !== undefined;

/** The conditions of a list on `orders o` and `order_workflow w`. */
function conditionsOf({ stage, search: _, orderby: __, order: ___, ...filters }: ListedQuery, now: Date): Sql {
  const stages = stage && [...new Set(stage)];
  const [first, ...others] = stages ?? [];
  const ofStage =
    first === undefined
      ? []
      : others.length === 0
        ? [sql`w.stage = ${first}`]
        : [sql`w.stage = any(${stages}::text[])`];
  return join([...ofStage, ...listConditions(filters, now)], " and ");
}

/** Stages that wait for the shop are sorted by how long they have waited, all other lists by date. @param w alias of `order_workflow` */
function sortKey({ stage, orderby, order }: ListedQuery, w = sql`w`): Sql {
  const [only, ...others] = stage ?? [];
  const isWaiting = only !== undefined && others.length === 0 && isWaitingStage(only);
  const by = orderby ?? (isWaiting ? "waiting" : "date");
  const direction = raw(order ?? (by === "waiting" ? "asc" : "desc"));
  if (by === "waiting") return sql`${w}.stage_since ${direction}, ${w}.order_id ${direction}`;
  return by === "total"
    ? sql`o.total ${direction}, o.id ${direction}`
    : sql`o.created_at ${direction}, o.id ${direction}`;
}

/** Number of orders that match, up to one more than {@link maxCounted}. */
async function countMatching(reader: Reader, from: Sql): Promise<number> {
  const counted = await reader.one<{ count: number }>(sql`
    select count(*)::integer count from (select from ${from} limit ${maxCounted + 1}) m`);
  return counted?.count ?? 0;
}

async function countNarrow(reader: Reader, { ids, someIds }: NarrowOrders, where: Sql): Promise<number> {
  const count = someIds ? await countMatching(reader, narrowMatches(someIds, where)) : 0;
  return count > maxCounted ? count : await countMatching(reader, narrowMatches(ids, where));
}

/** A part of a list: which rows, and the time that decides the days of its filters. */
interface PagePlace {
  skip: number;
  limit: number;
  now: Date;
}

interface ListPage {
  ids: number[];
  /** of all pages, up to one more than {@link maxCounted} */
  total: number;
  /** what a search found each order by */
  matched: Map<number, MatchedField>;
}

async function searchPage(
  reader: Reader,
  query: ListedQuery & { search: string },
  { skip, limit, now }: PagePlace,
): Promise<ListPage> {
  const { stage, search, orderby: _, order: __, ...filters } = query;
  const hits = await searchOrders(reader, search, {
    filters: join(listConditions({ ...filters, stage }, now), " and "),
    isNarrow: Object.values({ stage, ...filters }).some(isDefined),
  });
  const page = hits.slice(skip, skip + limit);
  return {
    ids: page.map(({ id }) => id),
    total: hits.length,
    matched: await readMatchedFields(reader, search, page),
  };
}

interface IdRow {
  id: number;
}

async function filterPage(reader: Reader, query: ListedQuery, { skip, limit, now }: PagePlace): Promise<ListPage> {
  const narrow = narrowOrders(query);
  const where = conditionsOf({ ...query, ...narrow?.others }, now);
  const readIds = (from: Sql, key: Sql): Promise<IdRow[]> =>
    reader.all<IdRow>(sql`select o.id from ${from} order by ${key} limit ${limit} offset ${skip}`);
  const broad = sql`orders o join order_workflow w on w.order_id = o.id where ${where}`;
  const key = sortKey(query);
  // a filter that matches many orders matches enough of the first ones of the list; otherwise all that it matches are read
  const readNarrow = async ({ ids, condition }: NarrowOrders): Promise<IdRow[]> => {
    const first = sql`(select o.*, w.order_id, w.stage_since from ${broad} order by ${key} limit ${comparedOrders}) o`;
    const rows = await readIds(sql`${first} where ${condition}`, sortKey(query, sql`o`));
    if (rows.length === limit) return rows;
    return readIds(
      sql`(${ids}) n join orders o on o.id = n.id join order_workflow w on w.order_id = o.id where ${where}`,
      key,
    );
  };
  const rows = await (narrow ? readNarrow(narrow) : readIds(broad, key));
  const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
  return {
    ids: rows.map(({ id }) => id),
    total: isLast
      ? skip + rows.length
      : await (narrow ? countNarrow(reader, narrow, where) : countMatching(reader, broad)),
    matched: new Map(),
  };
}

/** The ids of the orders on a page, and the number of all matches as far as it is counted. */
export function readListPage(
  reader: Reader,
  { page, per_page: limit, lang: _, ...query }: OrderListQuery,
  now: Date,
): Promise<ListPage> {
  const place = { skip: (page - 1) * limit, limit, now };
  const { search } = query;
  return search?.trim() ? searchPage(reader, { ...query, search }, place) : filterPage(reader, query, place);
}

/** The ids of all orders that match a list's query, in its order. @param limit of ids */
export async function listMatchingIds(
  reader: Reader,
  query: OrderListQuery,
  { limit, now }: { limit: number; now: Date },
): Promise<number[]> {
  return (await readListPage(reader, { ...query, page: 1, per_page: limit }, now)).ids;
}
