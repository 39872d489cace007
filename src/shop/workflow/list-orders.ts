import type { OrderListQuery, OrderRow } from "#contract/backoffice/order-list.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import {
  hasNote,
  isPaid,
  lineName,
  type OrderAddress,
  type OrderLine,
  staffOrderVersion,
  phoneKey,
} from "#shop/orders/index.ts";
import { readListPage } from "./list-page.ts";
import { readOrderWorkflows } from "./order-workflow.ts";

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

const returningStatuses = [
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
    select o.id, ${staffOrderVersion} version, o.status, o.created_at "createdAt", o.billing, coalesce(o.shipping ->> 'city', '') province, o.total,
      o.payment_method "paymentMethod", ${isPaid} paid, ${hasNote} "hasNote",
      (select count(*)::integer from orders e join parcel p on p.order_id = e.id
        where ${phoneKey(sql`e`)} = ${phoneKey(sql`o`)} and ${phoneKey(sql`o`)} <> '' and e.id <> o.id
          and p.status = any(${returningStatuses}::text[])) "refusedBefore",
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
  const { ids, total, matched } = await readListPage(reader, query, now);
  if (ids.length === 0) return { rows: [], total };
  const [stored, workflows] = await Promise.all([
    readStoredRows(reader, ids),
    readOrderWorkflows(reader, ids, { lang, now }),
  ]);
  const byId = new Map(stored.map((row) => [row.id, row]));
  const rows = ids.flatMap((id): OrderRow[] => {
    const row = byId.get(id);
    const lianne = workflows.get(id);
    if (!row || !lianne) return [];
    const {
      version,
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
        ...{ id, number: String(id), version, status, created_at: createdAt.toISOString() },
        ...{ customer: customerOf(row), province },
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
