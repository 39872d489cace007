import { toE164 } from "#contract/person-validation.ts";
import type { OrdersQuery } from "#contract/woo/order-query.ts";
import { parseMoment } from "#contract/woo/query.ts";
import type { Buyer } from "#shop/kernel/auth/buyer.ts";
import { join, type Reader, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import { orderConditions } from "../filter-orders.ts";
import { type Order, orderColumns } from "../order.ts";
import { ownedBy } from "../owned-by.ts";

const secondMs = 1000;

/** Dates are exclusive, with a resolution of seconds: an order in the same second as the bound is not after it. */
const after = (column: Sql, value: string, gmt: boolean): Sql =>
  sql`${column} >= ${new Date(parseMoment(value, gmt).getTime() + secondMs)}`;
const before = (column: Sql, value: string, gmt: boolean): Sql => sql`${column} < ${parseMoment(value, gmt)}`;

const datesOf = (query: OrdersQuery): (Sql | undefined)[] => {
  const { dates_are_gmt: gmt } = query;
  return [
    query.after ? after(sql`o.created_at`, query.after, gmt) : undefined,
    query.before ? before(sql`o.created_at`, query.before, gmt) : undefined,
    query.modified_after ? after(sql`o.modified_at`, query.modified_after, gmt) : undefined,
    query.modified_before ? before(sql`o.modified_at`, query.modified_before, gmt) : undefined,
  ];
};

/** More words than these are searched as one phrase, as WordPress does: each word is a search of its own. */
const maxWords = 9;

/** Phone numbers match in any notation, by their last nine digits. */
function wordsOf(search: string): string[] {
  const words = toE164(search) ? [search.replace(/\D/g, "")] : search.split(/\s+/).filter(Boolean);
  return words.length > maxWords ? [words.join(" ")] : words.map((word) => toE164(word)?.slice(3) ?? word);
}

/** Each word must occur in the order's id, names, addresses, email and phones, or in the names of its items, or be the code of a parcel or payment. */
function searchFor(search: string): Sql {
  const occurs = (word: string): Sql => {
    const like = sql`like '%' || fold_text(${word}) || '%'`;
    const id = /^#?\d{1,9}$/.test(word) ? Number(word.replace("#", "")) : 0;
    return sql`o.id in (
      select id from orders where search_text ${like} or id = ${id}
      union all select order_id from order_line where search_text ${like}
      union all select order_id from parcel where tracking_code in (${word}, ${word.toUpperCase()})
      union all select id from orders where transaction_id = ${word} and transaction_id <> ''
      union all select order_id from payment where gateway_transaction = ${word})`;
  };
  return join(wordsOf(search).map(occurs), " and ");
}

function statusIs(requested: OrdersQuery["status"]): Sql {
  const named = requested.filter((status) => status !== "any");
  return requested.includes("any")
    ? sql`(o.status <> 'trash' or o.status = any(${named}::text[]))`
    : sql`o.status = any(${named}::text[])`;
}

// orders have no parents here
const matchesNothing = ({ parent, parent_exclude }: OrdersQuery): boolean =>
  Boolean((parent && !parent.includes(0)) || parent_exclude?.includes(0));

interface Visibility {
  /** only this buyer's orders, without the trash; null for a merchant: all orders */
  buyer: Buyer | null;
  /** decides which days the filters mean */
  now: Date;
}

function conditionsOf(query: OrdersQuery, { buyer, now }: Visibility): Sql {
  const { include, exclude, customer, product } = query;
  const conditions = [
    statusIs(query.status),
    buyer === null ? undefined : sql`${ownedBy(buyer)} and o.status <> 'trash'`,
    include && sql`o.id = any(${include}::integer[])`,
    exclude && sql`o.id <> all(${exclude}::integer[])`,
    customer === undefined
      ? undefined
      : customer === 0
        ? sql`o.customer_id is null`
        : sql`o.customer_id = ${customer}::bigint`,
    product === undefined
      ? undefined
      : sql`o.id in (select order_id from order_line where product_id = ${product}::bigint or variation_id = ${product}::bigint)`,
    query.search?.trim() ? searchFor(query.search) : undefined,
    matchesNothing(query) ? sql`false` : undefined,
    // they reveal notes, calls and staff members: for a customer they are ignored, as unknown parameters are
    ...(buyer === null ? orderConditions(query, now) : []),
    ...datesOf(query),
  ];
  return join(
    conditions.filter((condition) => condition !== undefined),
    " and ",
  );
}

/** An order's title and slug contain its date, so sorting by them is sorting by date. */
function sortKey({ orderby, order, include }: OrdersQuery): Sql {
  if (orderby === "include" && include) return sql`array_position(${include}::integer[], o.id)`;
  const direction = raw(order);
  const key = orderby === "modified" ? sql`o.modified_at` : sql`o.created_at`;
  return orderby === "id" ? sql`o.id ${direction}` : sql`${key} ${direction}, o.id ${direction}`;
}

/** One page of orders with the total count. A page that is not full implies the total, so nothing is counted. */
export async function listOrders(
  reader: Reader,
  query: OrdersQuery,
  visibility: Visibility,
): Promise<{ orders: Order[]; total: number }> {
  const where = conditionsOf(query, visibility);
  const skip = query.offset ?? (query.page - 1) * query.per_page;
  const order = sortKey(query);
  const orders = await reader.all<Order>(sql`
    select ${orderColumns} from (
      select o.* from orders o where ${where} order by ${order} limit ${query.per_page} offset ${skip}) o
    order by ${order}`);
  if (orders.length < query.per_page && (orders.length > 0 || skip === 0))
    return { orders, total: skip + orders.length };
  const counted = await reader.one<{ total: number }>(sql`select count(*)::integer total from orders o where ${where}`);
  return { orders, total: counted?.total ?? 0 };
}
