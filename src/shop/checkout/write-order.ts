import type { Language } from "#contract/language.ts";
import { dong } from "#contract/money.ts";
import { orderMeta } from "#contract/order-meta.ts";
import { recordSalesSql } from "#shop/catalog/index.ts";
import type { Buyer } from "#shop/kernel/auth/buyer.ts";
import { empty, json, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import {
  insertCharges,
  insertLineItems,
  newOrderKey,
  type Order,
  type OrderActor,
  shippingCharge,
  type SubmitAttempt,
} from "#shop/orders/index.ts";
import type { Checkout } from "./checkout.ts";
import type { OrderDraft } from "./order-draft.ts";

/** The customer, client and submit behind a new order. */
interface OrderOrigin {
  /** null: the customer has no account */
  customerId: number | null;
  actor: OrderActor;
  /** null where the endpoint itself processes repeated requests once */
  attempt: SubmitAttempt | null;
  /** by default `rest-api` */
  createdVia?: string;
  /** IP address of the client; null if it is unknown */
  address: string | null;
  userAgent: string;
  now: Date;
}

/** Those of an order that a shopper submits. */
export interface Placed extends OrderOrigin {
  buyer: Buyer;
  attempt: SubmitAttempt;
  /** of the client's IP address */
  network: string;
}

/** `created_via` of shoppers' orders */
const defaultOrigin = "rest-api";

/** stored characters of the User-Agent header */
export const maxUserAgentLength = 500;

/** The ids and names of the address, for merchants' programs. */
const locationMeta = ({ location }: OrderDraft) =>
  location
    ? [
        ...(location.scheme === "new2" ? [{ key: orderMeta.scheme, value: location.scheme }] : []),
        { key: orderMeta.provinceId, value: location.province_id },
        { key: orderMeta.provinceName, value: location.province_name },
        { key: orderMeta.districtId, value: location.district_id },
        { key: orderMeta.districtName, value: location.district_name },
        { key: orderMeta.wardCode, value: location.ward_code },
        { key: orderMeta.wardName, value: location.ward_name },
      ]
    : [];

/**
 * Metadata entries have ids, by which a merchant's program may change them. Those of the address are the carrier's, in place
 * of what the client sent.
 */
export function toMetaData({ metaData }: Checkout, draft: OrderDraft) {
  const location = locationMeta(draft);
  const resolved = new Set<string>([orderMeta.scheme, ...location.map(({ key }) => key)]);
  return [...metaData.filter(({ key }) => !resolved.has(key)), ...location].map(({ key, value }, index) => ({
    id: index + 1,
    key,
    value,
  }));
}

/** Reserves the next order id, so that the INSERT and the statements that need the id fit in one round trip. */
export const nextOrderId = sql`nextval(pg_get_serial_sequence('orders', 'id'))::integer`;

const orderRow = ({
  id,
  orderKey,
  checkout,
  draft,
  placed: { customerId, address, userAgent, createdVia = defaultOrigin, now },
  lang,
}: WriteOrder): Sql => sql`
  insert into orders (id, order_key, customer_id, status, subtotal, discount_total, shipping_total, total, payment_method,
    payment_method_title, billing, shipping, shipping_method, shipping_method_title, shipping_free_by_rule, location,
    customer_note, meta_data, created_via, customer_ip, user_agent, language, created_at, modified_at)
  overriding system value values (${id}, ${orderKey}, ${customerId}, 'pending', ${draft.subtotal}, ${draft.discountTotal}, ${draft.shippingTotal}, ${draft.total},
    ${checkout.paymentMethod}, ${draft.paymentMethodTitle}, ${json(draft.billing)}::jsonb, ${json(draft.shipping)}::jsonb,
    ${checkout.shippingMethod}, ${draft.shippingMethodTitle}, ${draft.shippingFreeByRule},
    ${draft.location && json(draft.location)}::jsonb, ${checkout.note}, ${json(toMetaData(checkout, draft))}::jsonb,
    ${createdVia}, ${address}::inet, ${userAgent.slice(0, maxUserAgentLength)}, ${lang}, ${now}, ${now})
  returning id, total, customer_ip`;

/** The shipping line of a customer's order; none if the order is not shipped. */
export const chargesOf = ({ checkout, draft }: Pick<WriteOrder, "checkout" | "draft">) =>
  draft.isShipped ? [shippingCharge(checkout.shippingMethod, draft.shippingMethodTitle, draft.shippingTotal)] : [];

/** The values that the database assigned to an inserted order. */
interface InsertedOrderRow {
  lineIds: number[];
  chargeIds: number[];
  customerIp: string | null;
}

/** The order as a read would return it, without reading it. */
function toOrder(
  { id, orderKey, checkout, draft, placed }: WriteOrder,
  { lineIds, chargeIds, customerIp }: InsertedOrderRow,
): Order {
  const { lines, isShipped: _, ...rest } = draft;
  const { paymentMethod, shippingMethod, note: customerNote } = checkout;
  const { customerId, now: createdAt, createdVia = defaultOrigin } = placed;
  const order: Omit<Order, "createdAt" | "modifiedAt" | "paidAt" | "completedAt"> = {
    ...{ id, orderKey, customerId, paymentMethod, shippingMethod, customerNote, customerIp, ...rest },
    ...{ status: "pending", feeTotal: dong(0), transactionId: "", createdVia },
    metaData: toMetaData(checkout, draft),
    userAgent: placed.userAgent.slice(0, maxUserAgentLength),
    lines: lines.map((line, place) => ({ ...line, id: lineIds[place] ?? 0 })),
    charges: chargesOf({ checkout, draft }).map((charge, place) => ({ ...charge, id: chargeIds[place] ?? 0 })),
    refunds: [],
  };
  // through the same serialization as the statement: lone surrogates, which the database cannot store, are replaced
  return { ...JSON.parse(json(order)), createdAt, modifiedAt: createdAt, paidAt: null, completedAt: null };
}

/** Parts of the statement that not every order has. */
interface DependentWrites {
  /** the insert into the ledger, given a subquery with the order's `id` and `total` */
  payment: ((order: Sql, now: Date) => Sql) | null;
  /** the insert of the confirmation email into the outbox */
  email: Sql | null;
  /** the insert of the delivery promise, from `o` with the order's `id` */
  promise: Sql | null;
  /** removes the order's lines from the cart: parts of a `with` */
  cart: Sql | null;
  /** the row of an order without an account, given a subquery with the order's `id` */
  guest?: ((order: Sql) => Sql) | null;
  /** the row of an order that has to be confirmed, given the same */
  confirmation?: ((order: Sql) => Sql) | null;
}

interface WriteOrder {
  /** from {@link nextOrderId} */
  id: number;
  orderKey: string;
  checkout: Checkout;
  draft: OrderDraft;
  placed: OrderOrigin;
  /** of the page the order was placed on */
  lang: Language;
}

const attemptedSql = ({ owner, key, bodyHash }: SubmitAttempt, now: Date): Sql => sql`
    attempted as (
      insert into idempotency_key (owner, key, body_hash, order_id, created_at)
      select ${owner}, ${key}, ${bodyHash}, id, ${now}::timestamptz from o),`;

/**
 * Inserts an order with its lines, shipping, first event, sales, idempotency key and dependent writes in one statement.
 * @returns the order as stored
 * @throws a violated `idempotency_key_pkey` if the same submit has created its order already
 */
export async function writeOrder(
  tx: Tx,
  order: Omit<WriteOrder, "orderKey">,
  { payment, email, promise, cart, guest, confirmation }: DependentWrites,
): Promise<Order> {
  const writing = { ...order, orderKey: newOrderKey() };
  const { id, draft, placed } = writing;
  const { attempt, actor, now } = placed;
  const inserted = await tx.one<InsertedOrderRow>(sql`
    with o as (${orderRow(writing)}),
    ${attempt ? attemptedSql(attempt, now) : empty}
    lines as (${insertLineItems(sql`o`, draft.lines)}),
    sold as (${recordSalesSql(sql`select product_id, quantity from lines`)}),
    charge as (${insertCharges(sql`o`, chargesOf(order))}),
    event as (
      insert into order_event (order_id, from_status, to_status, actor, at)
      select id, null, 'pending', ${actor}, ${now}::timestamptz from o)
    ${payment ? sql`, ledger as (${payment(sql`select id, total from o`, now)})` : empty}
    ${email ? sql`, email as (${email})` : empty}
    ${promise ? sql`, promised as (${promise})` : empty}
    ${cart ? sql`, ${cart}` : empty}
    ${guest ? sql`, guest as (${guest(sql`select id from o`)})` : empty}
    ${confirmation ? sql`, confirmation as (${confirmation(sql`select id from o`)})` : empty}
    select array(select id from lines order by id) "lineIds", array(select id from charge order by id) "chargeIds", host(customer_ip) "customerIp"
    from o`);
  if (!inserted) throw new Error(`order ${id} was inserted but not returned`);
  return toOrder(writing, inserted);
}
