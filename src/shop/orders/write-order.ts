import type { Language } from "#contract/language.ts";
import { soldWith } from "#shop/catalog/index.ts";
import { empty, json, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { Checkout } from "./checkout/checkout.ts";
import type { SubmitAttempt } from "./checkout/idempotency.ts";
import type { Order } from "./order.ts";
import { newOrderKey, type OrderDraft } from "./checkout/order-draft.ts";
import type { Actor } from "./order-status.ts";

/** Whose order it is, and where it came from. */
export interface Placed {
  customerId: number;
  actor: Actor;
  attempt: SubmitAttempt;
  address: string;
  userAgent: string;
  now: Date;
}

/** letters of a browser's name that are kept */
const mostOfAgent = 500;

/** Facts have ids, by which a merchant's program may change them. */
export const toMetaData = ({ metaData }: Checkout) =>
  metaData.map(({ key, value }, index) => ({ id: index + 1, key, value }));

/** The number that the next order will have: whoever writes it says so in the same round trip to whom it is to be told. */
export const nextOrderId = sql`nextval(pg_get_serial_sequence('orders', 'id'))::integer`;

const orderRow = ({
  id,
  orderKey,
  checkout,
  draft,
  placed: { customerId, address, userAgent, now },
  lang,
}: Writing): Sql => sql`
  insert into orders (id, order_key, customer_id, status, subtotal, shipping_total, total, payment_method,
    payment_method_title, billing, shipping, shipping_method, shipping_method_title, shipping_free_by_rule, location,
    customer_note, meta_data, customer_ip, user_agent, language, created_at, modified_at)
  overriding system value values (${id}, ${orderKey}, ${customerId}, 'pending', ${draft.subtotal}, ${draft.shippingTotal}, ${draft.total},
    ${checkout.paymentMethod}, ${draft.paymentMethodTitle}, ${json(draft.billing)}::jsonb, ${json(draft.shipping)}::jsonb,
    ${checkout.shippingMethod}, ${draft.shippingMethodTitle}, ${draft.shippingFreeByRule},
    ${draft.location && json(draft.location)}::jsonb, ${checkout.note}, ${json(toMetaData(checkout))}::jsonb,
    ${address}::inet, ${userAgent.slice(0, mostOfAgent)}, ${lang}, ${now}, ${now})
  returning id, total, customer_ip`;

const lineRows = (draft: OrderDraft): Sql => {
  const rows = draft.lines.map((line, place) => ({
    place,
    product_id: line.productId,
    variation_id: line.variationId,
    stock_id: line.stockId,
    name: line.name,
    sku: line.sku,
    options: line.options,
    image: line.image,
    slug: line.slug,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    subtotal: line.subtotal,
    total: line.total,
  }));
  return sql`
    insert into order_line (order_id, product_id, variation_id, stock_id, name, sku, options, image, slug, quantity,
      unit_price, subtotal, total)
    select o.id, l.product_id, l.variation_id, l.stock_id, l.name, l.sku, l.options, l.image, l.slug, l.quantity,
      l.unit_price, l.subtotal, l.total
    from o, jsonb_to_recordset(${json(rows)}::jsonb) l (place integer, product_id integer, variation_id integer,
      stock_id integer, name jsonb, sku text, options jsonb, image text, slug text, quantity integer,
      unit_price bigint, subtotal bigint, total bigint)
    order by l.place returning id, product_id, quantity`;
};

/** The one shipping line of an order that a shopper places. */
const chargeRow = ({ shippingMethod }: Checkout, { shippingMethodTitle, shippingTotal }: OrderDraft): Sql => sql`
  insert into order_charge (order_id, kind, method_id, title, total)
  select id, 'shipping', ${shippingMethod}, ${shippingMethodTitle}, ${shippingTotal}::bigint from o returning id`;

/** What the database has said of an order that was just written: no more than only it can know. */
interface Numbered {
  lineIds: number[];
  chargeId: number;
  customerIp: string | null;
}

/** An order as it would be read now that it is written. */
function asWritten(
  { id, orderKey, checkout, draft, placed }: Writing,
  { lineIds, chargeId, customerIp }: Numbered,
): Order {
  const { lines, ...rest } = draft;
  const { paymentMethod, shippingMethod, note: customerNote } = checkout;
  const charge = {
    kind: "shipping",
    methodId: shippingMethod,
    title: draft.shippingMethodTitle,
    instanceId: "0",
  } as const;
  const { customerId, now: createdAt } = placed;
  const order: Omit<Order, "createdAt" | "modifiedAt" | "paidAt" | "completedAt"> = {
    ...{ id, orderKey, customerId, paymentMethod, shippingMethod, customerNote, customerIp, ...rest },
    ...{ status: "pending", discountTotal: 0, feeTotal: 0, transactionId: "", createdVia: "rest-api" },
    metaData: toMetaData(checkout),
    userAgent: placed.userAgent.slice(0, mostOfAgent),
    lines: lines.map((line, place) => ({ ...line, id: lineIds[place] ?? 0 })),
    charges: [{ ...charge, id: chargeId, total: draft.shippingTotal, metaData: [] }],
    refunds: [],
  };
  // as it was sent: without half a letter, which no database keeps
  return { ...JSON.parse(json(order)), createdAt, modifiedAt: createdAt, paidAt: null, completedAt: null };
}

/** What is written with an order; null where there is nothing of it. */
interface Beside {
  /** the ledger's part, made of a subquery with the order's `id` and `total` */
  payment: ((order: Sql, now: Date) => Sql) | null;
  letter: Sql | null;
  /** takes its lines out of the cart: parts of a `with` */
  cart: Sql | null;
}

interface Writing {
  /** a {@link nextOrderId} */
  id: number;
  orderKey: string;
  checkout: Checkout;
  draft: OrderDraft;
  placed: Placed;
  /** of the page it was placed on */
  lang: Language;
}

/**
 * Writes an order with its lines, its shipping, its first event, the ledger's row, what it sold, the attempt it came from and
 * what else there is to be done with it: one statement.
 * @returns the order as it is written
 * @throws a violated `idempotency_key_pkey` when the same attempt has made its order already
 */
export async function writeOrder(
  tx: Tx,
  what: Omit<Writing, "orderKey">,
  { payment, letter, cart }: Beside,
): Promise<Order> {
  const writing = { ...what, orderKey: newOrderKey() };
  const { id, checkout, draft, placed } = writing;
  const { attempt, actor, now } = placed;
  const numbered = await tx.one<Numbered>(sql`
    with o as (${orderRow(writing)}),
    attempted as (
      insert into idempotency_key (owner, key, body_hash, order_id, created_at)
      select ${attempt.owner}, ${attempt.key}, ${attempt.bodyHash}, id, ${now}::timestamptz from o),
    lines as (${lineRows(draft)}),
    sold as (${soldWith(sql`select product_id, quantity from lines`)}),
    charge as (${chargeRow(checkout, draft)}),
    event as (
      insert into order_event (order_id, from_status, to_status, actor, at)
      select id, null, 'pending', ${actor}, ${now}::timestamptz from o)
    ${payment ? sql`, ledger as (${payment(sql`select id, total from o`, now)})` : empty}
    ${letter ? sql`, letter as (${letter})` : empty}
    ${cart ? sql`, ${cart}` : empty}
    select array(select id from lines order by id) "lineIds", (select id from charge) "chargeId", host(customer_ip) "customerIp"
    from o`);
  if (!numbered) throw new Error(`order ${id} was written and is not there`);
  return asWritten(writing, numbered);
}
