import { formatMoment } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, dong, formatDong, sum } from "#contract/money.ts";
import { onlineMethods } from "#contract/payment-methods/index.ts";
import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { readSettings } from "#shop/kernel/settings/settings.ts";
import { isAwaitingPayment, ownedBy } from "#shop/orders/index.ts";
import type { Buyer } from "#shop/kernel/auth/buyer.ts";
import { lockPhone } from "./lock-phone.ts";
import { defaultUnpaidLimits, unpaidSettings } from "./unpaid-settings.ts";

interface OnlineOrder {
  total: Dong;
  /** E.164 */
  phone: string;
  /** null: known by the phone number alone */
  buyer: Buyer | null;
  lang: Language;
  /** already written by this transaction, with this total */
  orderId: number;
  now: Date;
}

/** Unpaid orders count for this long after they were placed, and for as long as they hold stock. */
const countedMs = dayMs;
/**
 * Orders of the same items within this time, the longest stock reservation, are one purchase that was tried again, if at most one of them
 * still holds stock.
 */
const samePurchaseMs = 2 * hourMs;

interface RecentUnpaidOrder {
  id: number;
  /** it is open, with its stock reserved */
  holdsStock: boolean;
  createdAt: Date;
  /** until when it counts if nothing changes */
  countsUntil: Date;
  total: Dong;
  /** equal for equal products, variations and quantities */
  items: string;
  samePhone: boolean;
  sameCustomer: boolean;
}

/**
 * The unpaid online orders of a buyer and of a phone number in the last 24 hours, and earlier ones that hold stock for a transfer, this one
 * included, in the order in which they end to count: open, expired, cancelled and replaced ones. Concurrent orders count each other: those of a customer by the lock on the customer's row, those of a guest by that on the visitor.
 */
async function findUnpaidOrders(
  tx: Tx,
  { phone, buyer, orderId, now }: Omit<OnlineOrder, "total" | "lang">,
): Promise<RecentUnpaidOrder[]> {
  await lockPhone(tx, phone);
  const owned = buyer ? ownedBy(buyer) : sql`false`;
  const since = new Date(now.getTime() - countedMs);
  return tx.all<RecentUnpaidOrder>(sql`
    select o.id, o.status = 'pending' and o.stock_reserved "holdsStock", o.created_at "createdAt",
      greatest(o.created_at + make_interval(secs => ${countedMs / 1000}::float8), case when o.status = 'pending' and o.stock_reserved then o.stock_reserved_until end) "countsUntil", o.total, o.billing ->> 'phone' = ${phone} "samePhone",
      ${owned} "sameCustomer",
      (select string_agg(concat_ws('/', l.product_id, l.variation_id, l.quantity), ' ' order by l.product_id, l.variation_id)
        from order_line l where l.order_id = o.id) items
    from orders o where o.id in (
        select o.id from orders o where ${owned} and (o.created_at > ${since} or ${isAwaitingPayment})
        union select id from orders where billing ->> 'phone' = ${phone} and created_at > ${since} and status in ('cancelled', 'failed')
        union select id from orders where billing ->> 'phone' = ${phone} and ${isAwaitingPayment})
      and o.paid_at is null and o.status in ('pending', 'cancelled', 'failed') and o.payment_method = any(${onlineMethods}::text[])
      and (o.id = ${orderId} or (exists (select from payment p where p.order_id = o.id)
        and not exists (select from payment p where p.order_id = o.id and p.status in ('succeeded', 'to_refund', 'refunded'))))
    order by "countsUntil", o.created_at, o.id`);
}

interface UnpaidLimits {
  maxOrders: number | null;
  maxTotal: Dong | null;
}

/**
 * The merchant's settings `unpaid_max_orders` and `unpaid_max_total`.
 * @param limited see readCodLimits
 */
export async function readUnpaidLimits(tx: Tx, { limited }: { limited: boolean }): Promise<UnpaidLimits> {
  const { maxOrders, maxTotal } = unpaidSettings;
  const values = await readSettings(tx, [maxOrders, maxTotal]);
  const largest = values.get(maxTotal.name) ?? (limited ? defaultUnpaidLimits.maxTotal : null);
  return {
    maxOrders: values.get(maxOrders.name) ?? (limited ? defaultUnpaidLimits.maxOrders : null),
    maxTotal: largest === null ? null : dong(largest),
  };
}

/** The orders that count: all that hold stock, and the closed ones that are no other attempt at one that counts. */
function countedOrders(orders: readonly RecentUnpaidOrder[]): RecentUnpaidOrder[] {
  const counted = orders.filter(({ holdsStock }) => holdsStock);
  for (const order of orders) {
    const isRepeated = ({ items, createdAt }: RecentUnpaidOrder): boolean =>
      items === order.items && Math.abs(createdAt.getTime() - order.createdAt.getTime()) < samePurchaseMs;
    if (!order.holdsStock && !counted.some(isRepeated)) counted.push(order);
  }
  return counted;
}

function isOver(orders: readonly RecentUnpaidOrder[], { maxOrders, maxTotal }: UnpaidLimits): boolean {
  const counted = countedOrders(orders);
  const total = sum(counted.map((order) => order.total));
  return (maxOrders !== null && counted.length > maxOrders) || (maxTotal !== null && total > maxTotal);
}

/** The time at which enough of the other orders no longer count, so that this one is within the limits. */
function withinLimitsAt(orders: readonly RecentUnpaidOrder[], orderId: number, limits: UnpaidLimits): Date {
  const [others, own] = [orders.filter(({ id }) => id !== orderId), orders.filter(({ id }) => id === orderId)];
  const last = others.find((_, index) => !isOver([...others.slice(index + 1), ...own], limits));
  if (!last) throw new Error("no orders are never over a limit");
  return last.countsUntil;
}

const formatMinute = (date: Date): string => {
  const end = new Date(Math.ceil(date.getTime() / minuteMs) * minuteMs);
  return formatMoment(end);
};

/**
 * Checks a customer's online order, new or changed, against the limits of orders that reserve stock and are not paid.
 * @throws HttpError 400 with what the customer can do
 */
export async function assertUnpaidLimits(tx: Tx, limits: UnpaidLimits, { total, lang, ...order }: OnlineOrder) {
  const { maxOrders, maxTotal } = limits;
  if (maxOrders === null && maxTotal === null) return;
  const overLimit = (message: string): HttpError => new HttpError(400, "unpaid_over_limit", message);
  if (maxTotal !== null && total > maxTotal)
    throw overLimit(t(lang, "order_errors.unpaid_max_total", { amount: formatDong(maxTotal) }));
  const unpaid = await findUnpaidOrders(tx, order);
  const assertWithin = (
    key: "unpaid_max_customer" | "unpaid_max_phone",
    orders: readonly RecentUnpaidOrder[],
  ): void => {
    if (!isOver(orders, limits)) return;
    const earlier = String(countedOrders(orders.filter(({ id }) => id !== order.orderId)).length);
    const time = formatMinute(withinLimitsAt(orders, order.orderId, limits));
    throw overLimit(t(lang, `order_errors.${key}`, { count: earlier, time }));
  };
  assertWithin(
    "unpaid_max_customer",
    unpaid.filter(({ sameCustomer }) => sameCustomer),
  );
  assertWithin(
    "unpaid_max_phone",
    unpaid.filter(({ samePhone }) => samePhone),
  );
}
