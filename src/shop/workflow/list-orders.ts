import { type MatchedField, maxCounted } from "#contract/backoffice/list-rules.ts";
import type { OrderListQuery, OrderRow } from "#contract/backoffice/order-list.ts";
import { isWaitingStage } from "#contract/backoffice/stages.ts";
import type { Language } from "#contract/language.ts";
import { join, type Reader, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import {
  hasNote,
  isPaid,
  lineName,
  listConditions,
  type OrderAddress,
  type OrderLine,
  phoneKey,
} from "#shop/orders/index.ts";
import { searchOrders } from "./order-search.ts";
import { readOrderWorkflows } from "./order-workflow.ts";

type ListedQuery = Omit<OrderListQuery, "page" | "per_page" | "lang">;

const isDefined = (value: unknown): boolean => value !== undefined;

/** Rows and conditions of a list, on `orders o` and, with a stage, `order_workflow w`. */
function listSource({ stage, search: _, orderby: __, order: ___, ...filters }: ListedQuery, now: Date) {
  const stages = stage && [...new Set(stage)];
  const [first, ...others] = stages ?? [];
  const ofStage =
    first === undefined
      ? []
      : others.length === 0
        ? [sql`w.stage = ${first}`]
        : [sql`w.stage = any(${stages}::text[])`];
  return {
    tables: sql`orders o join order_workflow w on w.order_id = o.id`,
    where: join([...ofStage, ...listConditions(filters, now)], " and "),
    isNarrow: Object.values({ stage, ...filters }).some(isDefined),
  };
}

/** Stages that wait for the shop are sorted by how long they have waited, all other lists by date. */
function sortKey({ stage, orderby, order }: ListedQuery): Sql {
  const [only, ...others] = stage ?? [];
  const isWaiting = only !== undefined && others.length === 0 && isWaitingStage(only);
  const by = orderby ?? (isWaiting ? "waiting" : "date");
  const direction = raw(order ?? (by === "waiting" ? "asc" : "desc"));
  if (by === "waiting") return sql`w.stage_since ${direction}, w.order_id ${direction}`;
  return by === "total"
    ? sql`o.total ${direction}, o.id ${direction}`
    : sql`o.created_at ${direction}, o.id ${direction}`;
}

/** Number of orders that match, up to one more than {@link maxCounted}. */
async function countMatching(reader: Reader, { tables, where }: { tables: Sql; where: Sql }): Promise<number> {
  const counted = await reader.one<{ count: number }>(sql`
    select count(*)::integer count from (select from ${tables} where ${where} limit ${maxCounted + 1}) m`);
  return counted?.count ?? 0;
}

interface ListPage {
  ids: number[];
  total: number;
  matched: Map<number, MatchedField>;
}

async function searchPage(
  reader: Reader,
  query: ListedQuery & { search: string },
  { skip, limit, now }: { skip: number; limit: number; now: Date },
): Promise<ListPage> {
  const { stage, search, orderby: _, order: __, ...filters } = query;
  const source = listSource(query, now);
  const hits = await searchOrders(reader, search, {
    filters: join(listConditions({ ...filters, stage }, now), " and "),
    isNarrow: source.isNarrow,
  });
  const page = hits.slice(skip, skip + limit);
  return {
    ids: page.map(({ id }) => id),
    total: hits.length,
    matched: new Map(page.map(({ id, field }) => [id, field])),
  };
}

async function filterPage(
  reader: Reader,
  query: ListedQuery,
  { skip, limit, now }: { skip: number; limit: number; now: Date },
): Promise<ListPage> {
  const source = listSource(query, now);
  const rows = await reader.all<{ id: number }>(sql`
    select o.id from ${source.tables} where ${source.where} order by ${sortKey(query)} limit ${limit} offset ${skip}`);
  const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
  return {
    ids: rows.map(({ id }) => id),
    total: isLast ? skip + rows.length : await countMatching(reader, source),
    matched: new Map(),
  };
}

/** The ids of the orders on a page, and the number of all matches as far as it is counted. */
function readPage(
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
  const { page: _, per_page: __, lang: ___, ...listed } = query;
  const place = { skip: 0, limit, now };
  const { search } = listed;
  const found = search?.trim()
    ? await searchPage(reader, { ...listed, search }, place)
    : await filterPage(reader, listed, place);
  return found.ids;
}

interface StoredRow
  extends Omit<
    OrderRow,
    | "number"
    | "created_at"
    | "customer"
    | "items"
    | "matched"
    | "lianne"
    | "payment_method"
    | "has_note"
    | "refused_before"
  > {
  createdAt: Date;
  billing: OrderAddress & { email: string };
  paymentMethod: string;
  hasNote: boolean;
  refusedBefore: number;
  lines: number;
  quantity: number;
  first: Pick<OrderLine, "ownName" | "name" | "options" | "image"> | null;
}

const cameBack = [
  "waiting_to_return",
  "return",
  "return_transporting",
  "return_sorting",
  "returning",
  "return_fail",
  "returned",
];

const readStoredRows = (reader: Reader, ids: readonly number[]): Promise<StoredRow[]> =>
  reader.all<StoredRow>(sql`
    select o.id, o.status, o.created_at "createdAt", o.billing, coalesce(o.shipping ->> 'city', '') province, o.total,
      o.payment_method "paymentMethod", ${isPaid} paid, ${hasNote} "hasNote",
      (select count(*)::integer from orders e join parcel p on p.order_id = e.id
        where ${phoneKey(sql`e`)} = ${phoneKey(sql`o`)} and ${phoneKey(sql`o`)} <> '' and e.id <> o.id
          and p.status = any(${cameBack}::text[])) "refusedBefore",
      l.lines, l.quantity,
      (select jsonb_build_object('ownName', i.custom_name, 'name', i.name, 'options', i.options, 'image', i.image)
        from order_line i where i.order_id = o.id order by i.id limit 1) "first"
    from orders o cross join lateral (
      select count(*)::integer lines, coalesce(sum(quantity), 0)::integer quantity from order_line where order_id = o.id) l
    where o.id = any(${[...ids]}::integer[])`);

const customerOf = ({ billing }: StoredRow): OrderRow["customer"] => ({
  name: [billing.last_name, billing.first_name].filter(Boolean).join(" "),
  phone: billing.phone ?? "",
  email: billing.email ?? "",
});

/** One page of the order list. */
export async function listOrderRows(
  reader: Reader,
  query: OrderListQuery,
  { lang, now }: { lang: Language; now: Date },
): Promise<{ rows: OrderRow[]; total: number }> {
  const { ids, total, matched } = await readPage(reader, query, now);
  if (ids.length === 0) return { rows: [], total };
  const [stored, workflows] = await Promise.all([readStoredRows(reader, ids), readOrderWorkflows(reader, ids, lang)]);
  const byId = new Map(stored.map((row) => [row.id, row]));
  const rows = ids.flatMap((id): OrderRow[] => {
    const row = byId.get(id);
    const lianne = workflows.get(id);
    if (!row || !lianne) return [];
    const {
      status,
      createdAt,
      province,
      total: amount,
      paymentMethod,
      paid,
      hasNote: note,
      refusedBefore,
      first,
    } = row;
    return [
      {
        ...{ id, number: String(id), status, created_at: createdAt.toISOString(), customer: customerOf(row), province },
        items: {
          lines: row.lines,
          quantity: row.quantity,
          name: first ? lineName(first, lang) : "",
          image: first?.image ?? "",
        },
        ...{ total: amount, payment_method: paymentMethod, paid, has_note: note, refused_before: refusedBefore },
        matched: matched.get(id) ?? null,
        lianne,
      },
    ];
  });
  return { rows, total };
}
