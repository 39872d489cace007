import type { z } from "zod";
import { type ParcelView, staleHours } from "#contract/backoffice/parcel-views.ts";
import type { ParcelsQuery } from "#contract/backoffice/parcels.ts";
import type { ParcelStep } from "#contract/parcel.ts";
import { endOfDate, hourMs, startOfDate } from "#shop/kernel/base/clock.ts";
import { join, type Reader, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import { endStatuses, statusesOf } from "#shop/shipping/index.ts";
import { parcelCarrier, parcelCod, parcelColumns, type ParcelRow, parcelTables } from "./parcel-rows.ts";

type ListQuery = z.output<typeof ParcelsQuery>;

const hasStep = (step: ParcelStep): Sql => {
  const { is, statuses } = statusesOf(step);
  return is ? sql`p.status = any(${statuses}::text[])` : sql`p.status <> all(${statuses}::text[])`;
};

const isOpen = sql`p.status <> all(${endStatuses}::text[])`;
const isNewest = sql`not exists (select from parcel later where later.order_id = p.order_id and later.id > p.id)`;

/** On its way back, not inspected, or inspected with an order that waits for a decision. */
const isReturn = sql`(${hasStep("returning")} or p.status = 'returned'
  and (p.inspected_at is null or p.return_decision is null and o.status = 'processing'))`;

/** The carrier's latest update of `parcel p`. */
const since = sql`coalesce((select max(e.at) from parcel_event e where e.parcel_id = p.id), p.created_at)`;

function viewCondition(view: ParcelView, now: Date): Sql {
  switch (view) {
    case "open":
      return isOpen;
    case "problems":
      return sql`w.stage = 'delivery_problem' and ${isNewest}`;
    case "stale":
      return sql`${isOpen} and p.tracking_code is not null and ${since} <= ${new Date(now.getTime() - staleHours * hourMs)}`;
    case "returns":
      return isReturn;
    case "all":
      return sql`true`;
  }
}

/** A whole number of digits is also the number of an order. */
const searchCondition = (search: string): Sql => {
  const id = /^\d{1,9}$/.test(search) ? Number(search) : -1;
  return sql`(p.order_id = ${id} or upper(p.tracking_code) = upper(${search}) or upper(p.client_order_code) = upper(${search}))`;
};

/** The days of a time, both included. */
const daysOf = (time: Sql, from: string | undefined, to: string | undefined): Sql[] => [
  ...(from === undefined ? [] : [sql`${time} >= ${startOfDate(from)}`]),
  ...(to === undefined ? [] : [sql`${time} < ${endOfDate(to)}`]),
];

const conditionsOf = ({ view, step, carrier, order_id, search, cod, ...query }: ListQuery, now: Date): Sql =>
  join(
    [
      viewCondition(view, now),
      ...(step ? [sql`(${join(step.map(hasStep), " or ")})`] : []),
      ...(carrier === undefined ? [] : [sql`${parcelCarrier} = ${carrier}`]),
      ...(order_id === undefined ? [] : [sql`p.order_id = ${order_id}`]),
      ...(search ? [searchCondition(search)] : []),
      ...(cod === undefined ? [] : [sql`(${parcelCod} > 0) = ${cod}`]),
      ...(query.min_cod === undefined ? [] : [sql`${parcelCod} >= ${query.min_cod}::bigint`]),
      ...(query.max_cod === undefined ? [] : [sql`${parcelCod} <= ${query.max_cod}::bigint`]),
      ...(query.min_fee === undefined ? [] : [sql`p.fee >= ${query.min_fee}::bigint`]),
      ...(query.max_fee === undefined ? [] : [sql`p.fee <= ${query.max_fee}::bigint`]),
      ...daysOf(since, query.since_from, query.since_to),
      ...daysOf(sql`p.expected_at`, query.expected_from, query.expected_to),
    ],
    " and ",
  );

/** A page of parcels with the number of all that match. */
export async function listParcels(
  reader: Reader,
  query: ListQuery,
  now: Date,
): Promise<{ rows: ParcelRow[]; total: number }> {
  const where = conditionsOf(query, now);
  const [rows, counted] = await Promise.all([
    reader.all<ParcelRow>(sql`
      select ${parcelColumns} from ${parcelTables} where ${where} order by p.id ${raw(query.order)}
      limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`),
    reader.one<{ total: number }>(sql`select count(*)::integer total from ${parcelTables} where ${where}`),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** All parcels of orders, the newest first. */
export const parcelRowsOf = (reader: Reader, orderIds: readonly number[]): Promise<ParcelRow[]> =>
  reader.all<ParcelRow>(sql`
    select ${parcelColumns} from ${parcelTables} where p.order_id = any(${[...orderIds]}::integer[]) order by p.id desc`);

export const findParcelRow = (reader: Reader, id: number): Promise<ParcelRow | undefined> =>
  reader.one<ParcelRow>(sql`select ${parcelColumns} from ${parcelTables} where p.id = ${id}`);
