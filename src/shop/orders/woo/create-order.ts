import type { OrderStatus } from "#contract/order.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import type { CreateOrder } from "#contract/woo/order-write.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { markCodCollected, reopenCodPayment } from "#shop/payments/index.ts";
import { type SubmitAttempt, storeIdempotencyKey } from "../idempotency.ts";
import { newOrderKey } from "../order-key.ts";
import { notifyListeners } from "../order-listeners.ts";
import { isFulfillable, marksAsPaid, type OrderActor } from "../order-status.ts";
import { writeItems } from "./item-rows.ts";
import { applyOrderChanges, blankOrder, type UpdatedOrder } from "./order-changes.ts";
import { orderErrors } from "./order-errors.ts";
import { paidStatus } from "./paid-status.ts";
import { updateReservedStock } from "./reserve-stock.ts";

interface InitialState {
  status: OrderStatus;
  /** recorded as paid */
  paid: boolean;
  now: Date;
}

const insertOrder = async (tx: Tx, order: UpdatedOrder, { status, paid, now }: InitialState): Promise<number> => {
  const row = await tx.one<{ id: number }>(sql`
    insert into orders (order_key, customer_id, status, subtotal, discount_total, shipping_total, fee_total, total,
      payment_method, payment_method_title, transaction_id, billing, shipping, shipping_method, shipping_method_title,
      customer_note, meta_data, created_via, stock_reserved, created_at, modified_at, paid_at, completed_at)
    values (${newOrderKey()}, ${order.customerId}, ${status}, ${order.subtotal}, ${order.discountTotal},
      ${order.shippingTotal}, ${order.feeTotal}, ${order.total}, ${order.paymentMethod}, ${order.paymentMethodTitle},
      ${order.transactionId}, ${json(order.billing)}::jsonb, ${json(order.shipping)}::jsonb, ${order.shippingMethod},
      ${order.shippingMethodTitle}, ${order.customerNote}, ${json(order.metaData)}::jsonb, ${order.createdVia},
      ${isFulfillable(status)}, ${now}, ${now}, ${paid ? now : null}::timestamptz,
      ${status === "completed" ? now : null}::timestamptz)
    returning id`);
  if (!row) throw new Error("order: insert returned no row");
  return row.id;
};

/** The ledger tracks cash on delivery; payments to the merchant by other methods have no attempt in it. */
async function recordCodPayment(
  tx: Tx,
  orderId: number,
  order: UpdatedOrder,
  { status, paid, by, now }: InitialState & { by: OrderActor },
) {
  if (!isCashMethod(order.paymentMethod) || !isFulfillable(status)) return;
  await reopenCodPayment(tx, { orderId, amount: order.total, now });
  if (paid) await markCodCollected(tx, orderId, { by, now });
}

async function insert(tx: Tx, body: CreateOrder, { actor, attempt, now }: CreateOrderOptions): Promise<number> {
  const order = await applyOrderChanges(tx, blankOrder, body);
  const requested = body.status ?? "pending";
  const status = body.set_paid ? paidStatus(requested, order) : requested;
  const initial = { status, paid: body.set_paid === true || marksAsPaid(order.paymentMethod, status), now };
  const orderId = await insertOrder(tx, order, initial);
  // stock is reserved from the start, for pending orders too
  if (isFulfillable(status)) await updateReservedStock(tx, [], order.lines, { orderId, actor });
  await writeItems(tx, orderId, blankOrder, order);
  await tx.run(sql`
    insert into order_event (order_id, from_status, to_status, actor, at)
    values (${orderId}, null, ${status}, ${actor}, ${now})`);
  await recordCodPayment(tx, orderId, order, { ...initial, by: actor });
  // metadata first: the tracking code of a merchant's own shipment prevents a booking. The shipment of a completed
  // order is not emailed to the customer
  if (isFulfillable(status) && status !== "completed")
    await notifyListeners((listener) => listener.onMetaDataWritten(tx, orderId, { metaData: order.metaData, now }));
  await notifyListeners((listener) => listener.onTransition(tx, orderId, { to: status, now }));
  if (attempt) await storeIdempotencyKey(tx, attempt, { orderId, now });
  return orderId;
}

interface CreateOrderOptions {
  actor: OrderActor;
  attempt: SubmitAttempt | null;
  now: Date;
}

/**
 * Creates an order as a merchant's program describes it, with the catalog's prices where it names none, and reserves stock.
 * @returns its id
 * @throws HttpError 400 for invalid input, and a violated `idempotency_key_pkey` if the same submit has created its order;
 * nothing is stored then
 */
export async function createOrder(shop: AppContext, body: CreateOrder, options: CreateOrderOptions): Promise<number> {
  if (body.id !== undefined && body.id !== null && Number(body.id) !== 0) throw orderErrors.exists();
  return shop.db.transaction((tx) => insert(tx, body, options));
}
