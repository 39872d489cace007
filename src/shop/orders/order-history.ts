import { type Dong, dong, max, subtract, type UsdCents } from "#contract/money.ts";
import type { Language } from "#contract/language.ts";
import type { OrderStatus } from "#contract/order.ts";
import type { LinkedOrder } from "#contract/guest-order.ts";
import type { OrderHistory, OrderRecord } from "#contract/order-history.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import { paidDeposit } from "#shop/payments/index.ts";
import { confirmationOf, type StoredConfirmation, toConfirmation } from "./read-confirmation.ts";
import { fullAddress } from "./full-address.ts";
import { collectsCash } from "./has-left.ts";
import { isFulfillable } from "./order-status.ts";
import { lineGiftName, type Order, optionText, orderColumns } from "./order.ts";
import { maskOrder } from "./mask-order.ts";
import { paymentStateForLink } from "./payment-state.ts";
import { refundableOf } from "./refund-remaining.ts";
import { type LatestShipment, latestShipment, toShipmentRecord } from "./shipment-record.ts";

const perPage = 5;

interface PastOrder extends Order {
  status: OrderStatus;
  paid: boolean;
  /** of the successful payment, if it was in dollars */
  chargedUsdCents: UsdCents | null;
  refundable: Dong;
  /** set while an online payment is pending */
  reservedUntil: Date | null;
  shipment: LatestShipment | null;
  promise: OrderRecord["promise"];
  confirmation: StoredConfirmation | null;
  timeline: { status: OrderStatus; date: string }[];
  deposit: { amount: Dong; state: "waiting" | "paid"; until: string } | null;
}

/**
 * Paid if a payment is recorded, also by a merchant, or the order is completed; failed if it failed or was cancelled;
 * otherwise pending. A refunded order is shown as pending, also while the gateway has not completed the refund.
 */
function historyPaymentStatus({ paid, status }: PastOrder): OrderRecord["payment"]["status"] {
  if (status === "refunded") return "pending";
  if (paid || status === "completed") return "paid";
  return status === "failed" || status === "cancelled" ? "failed" : "pending";
}

const toRecordItems = (order: PastOrder, lang: Language): OrderRecord["items"] =>
  order.lines.map((line) => ({
    line_id: line.id,
    product_id: line.productId,
    variation_id: line.variationId ?? 0,
    slug: line.slug,
    name: line.ownName ?? line.name[lang],
    option: optionText(line, lang),
    quantity: line.quantity,
    price: line.unitPrice,
    total: line.total,
    image_url: line.image,
    gift: lineGiftName(line, lang),
  }));

/** What customers can do with orders, by the order's id. Self-service implements it; src/shop/app.ts passes it in. */
export type SelfServiceOf = (ids: readonly number[]) => Promise<ReadonlyMap<number, OrderRecord["self_service"]>>;

/** None for a masked order, whose district is removed. */
const placeOf = (location: PastOrder["location"]): OrderRecord["shipping"]["place"] =>
  location && location.district_id > 0
    ? { province_id: location.province_id, district_id: location.district_id, ward_code: location.ward_code }
    : null;

const wardsOf = (location: PastOrder["location"]): OrderRecord["shipping"]["wards"] =>
  location?.address ? { old: location.address.old?.ward_code ?? "", new: location.address.new?.ward_code ?? "" } : null;

/** The deposit of an order that waits for it, or for the rest. */
function depositOf({ deposit, total, status, paid }: PastOrder): OrderRecord["payment"]["deposit"] {
  if (!deposit || paid || !["pending", "on-hold", "processing"].includes(status)) return null;
  const rest = max(dong(0), subtract(total, deposit.amount));
  return { ...deposit, rest, until: new Date(deposit.until).toISOString() };
}

const toOrderRecord = (
  order: PastOrder,
  config: AppContext["config"],
  lang: Language,
): Omit<OrderRecord, "self_service"> => ({
  order_id: order.id,
  order_number: String(order.id),
  order_date: order.createdAt.toISOString(),
  status: order.status,
  payment: {
    status: historyPaymentStatus(order),
    method: order.paymentMethod,
    transaction_id: order.transactionId,
    subtotal: order.subtotal,
    shipping_cost: order.shippingTotal,
    total_amount: order.total,
    refundable: order.refundable,
    charged_usd_cents: order.chargedUsdCents,
    held_until: order.reservedUntil && new Date(order.reservedUntil).toISOString(),
    deposit: depositOf(order),
  },
  shipping: {
    name: `${order.shipping.last_name} ${order.shipping.first_name}`.trim(),
    first_name: order.shipping.first_name,
    last_name: order.shipping.last_name,
    phone: order.shipping.phone,
    address: order.shipping.address_1,
    ward_name: order.location?.ward_name ?? order.shipping.address_2,
    district_name: order.location?.district_name ?? order.shipping.state,
    province_name: order.location?.province_name ?? order.shipping.city,
    label: fullAddress(order.shipping, order.location, lang),
    place: placeOf(order.location),
    wards: wardsOf(order.location),
    postcode: order.shipping.postcode,
    method: order.shippingMethod,
    tracking_code: order.shipment?.trackingCode ?? "",
    tracking_id: order.shipment?.clientOrderCode ?? "",
  },
  customer_note: order.customerNote,
  promise: isFulfillable(order.status) ? order.promise : null,
  confirmation: toConfirmation(order.confirmation, config.phone !== null),
  parcel: order.shipment && toShipmentRecord(config, order.shipment),
  items: toRecordItems(order, lang),
  timeline: order.timeline.map(({ status, date }) => ({ status, date: new Date(date).toISOString() })),
});

const pastOrderColumns = (
  now: Date,
): Sql => sql`${orderColumns}, ${latestShipment} shipment, ${confirmationOf(now)} confirmation,
      (select jsonb_build_object('from', promised_from, 'by', promised_by) from order_promise where order_id = o.id) promise,
      o.paid_at is not null or exists (select from payment where order_id = o.id and status = 'succeeded' and not is_deposit) paid,
      (select p.amount_usd_cents from payment p where p.order_id = o.id and p.status = 'succeeded'
        and p.amount = o.total order by p.attempt desc limit 1)
        "chargedUsdCents", ${refundableOf} refundable,
      (select jsonb_build_object('amount', case when d.state = 'paid' then ${paidDeposit(sql`o.id`)} else d.amount end, 'state', d.state,
        'until', d.expires_at) from deposit d where d.order_id = o.id
        and (d.state = 'paid' or (d.state = 'waiting' and not ${collectsCash}))) deposit,
      case when o.status = 'pending' and o.paid_at is null and o.stock_reserved_until > ${now} then o.stock_reserved_until end "reservedUntil",
      coalesce((select jsonb_agg(jsonb_build_object('status', e.to_status, 'date', e.at) order by e.id)
        from order_event e where e.order_id = o.id and e.to_status <> 'trash'), '[]') timeline`;

/** For an order that belongs to an account: its customer changes it there. */
const noSelfService: OrderRecord["self_service"] = {
  actions: [],
  version: "0",
  cancel_requested_at: null,
  change: null,
  locked: false,
  account_needed: dong(0),
};

/** An order as its link shows it, on any device: with masked contact. Null without such an order. */
export async function linkedOrder(
  { db, config, clock }: Pick<AppContext, "db" | "config" | "clock">,
  { orderId, lang, selfServiceOf }: { orderId: number; lang: Language; selfServiceOf: SelfServiceOf },
): Promise<Omit<LinkedOrder, "account_url"> | null> {
  const now = clock.now();
  const order = await db.one<PastOrder>(sql`
    select ${pastOrderColumns(now)} from orders o where o.id = ${orderId} and o.status <> 'trash'`);
  if (!order) return null;
  const masked = maskOrder(order);
  const state = await paymentStateForLink(db, { orderId, lang, now, hasCodes: config.phone !== null });
  const selfService = order.customerId === null ? (await selfServiceOf([orderId])).get(orderId) : undefined;
  return {
    // the names of ward and province come from the address of the order
    order: { ...toOrderRecord(masked, config, lang), self_service: selfService ?? noSelfService },
    email: masked.billing.email,
    of_account: order.customerId !== null,
    payment_url: state?.payment_url ?? "",
  };
}

/** One page of a customer's orders, the newest first; empty past the last one. @param page from 1 */
export async function orderHistory(
  { db: reader, config, clock }: Pick<AppContext, "db" | "config" | "clock">,
  {
    customerId,
    page,
    lang,
    selfServiceOf,
  }: { customerId: number; page: number; lang: Language; selfServiceOf: SelfServiceOf },
): Promise<OrderHistory> {
  const row = await reader.one<{ orders: number }>(
    sql`select count(*)::int orders from orders where customer_id = ${customerId} and status <> 'trash'`,
  );
  const orders = await reader.all<PastOrder>(sql`
    select ${pastOrderColumns(clock.now())}
    from (
      select * from orders where customer_id = ${customerId} and status <> 'trash'
      order by created_at desc, id desc limit ${raw(String(perPage))} offset ${(page - 1) * perPage}) o
    order by o.created_at desc, o.id desc`);
  const total = row?.orders ?? 0;
  const selfService = orders.length > 0 ? await selfServiceOf(orders.map(({ id }) => id)) : null;
  return {
    orders: orders.flatMap((order) => {
      // an order that was deleted since has none
      const own = selfService?.get(order.id);
      return own ? [{ ...toOrderRecord(order, config, lang), self_service: own }] : [];
    }),
    total_orders: total,
    total_pages: Math.ceil(total / perPage),
  };
}
