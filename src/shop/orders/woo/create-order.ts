import type { OrderStatus } from "#contract/order.ts";
import type { CreateOrder } from "#contract/woo/order-write.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { markCodCollected, reopenCodPayment } from "#shop/payments/index.ts";
import type { SubmitAttempt } from "../checkout/idempotency.ts";
import { newOrderKey } from "../checkout/order-draft.ts";
import { type Actor, isFulfillable, marksAsPaid } from "../order-status.ts";
import { bookParcel } from "../fulfilment/book-parcel.ts";
import { readTrackingFact } from "../fulfilment/manual-shipment.ts";
import { updateReservedStock } from "./reserve-stock.ts";
import { writeItems } from "./item-rows.ts";
import { blankOrder, changedOrder, type UpdatedOrder } from "./order-changes.ts";
import { paidStatus } from "./paid-status.ts";
import { orderRefusals } from "./refusals.ts";

interface Beginning {
  status: OrderStatus;
  /** recorded as paid */
  paid: boolean;
  now: Date;
}

const insertOrder = async (tx: Tx, order: UpdatedOrder, { status, paid, now }: Beginning): Promise<number> => {
  const row = await tx.one<{ id: number }>(sql`
    insert into orders (order_key, customer_id, status, subtotal, discount_total, shipping_total, fee_total, total,
      payment_method, payment_method_title, transaction_id, billing, shipping, shipping_method, shipping_method_title,
      customer_note, meta_data, created_via, stock_held, created_at, modified_at, paid_at, completed_at)
    values (${newOrderKey()}, ${order.customerId}, ${status}, ${order.subtotal}, ${order.discountTotal},
      ${order.shippingTotal}, ${order.feeTotal}, ${order.total}, ${order.paymentMethod}, ${order.paymentMethodTitle},
      ${order.transactionId}, ${json(order.billing)}::jsonb, ${json(order.shipping)}::jsonb, ${order.shippingMethod},
      ${order.shippingMethodTitle}, ${order.customerNote}, ${json(order.metaData)}::jsonb, ${order.createdVia},
      ${isFulfillable(status)}, ${now}, ${now}, ${paid ? now : null}::timestamptz,
      ${status === "completed" ? now : null}::timestamptz)
    returning id`);
  if (!row) throw new Error("an order was written and has no id");
  return row.id;
};

/** The courier's cash is the ledger's business; what a merchant is paid by other ways has no attempt in it. */
async function expectPayment(tx: Tx, orderId: number, order: UpdatedOrder, { status, paid, now }: Beginning) {
  if (order.paymentMethod !== "cod" || !isFulfillable(status)) return;
  await reopenCodPayment(tx, { orderId, amount: order.total, now });
  if (paid) await markCodCollected(tx, orderId, now);
}

async function write(tx: Tx, body: CreateOrder, { actor, attempt, now }: Creating): Promise<number> {
  const order = await changedOrder(tx, blankOrder, body);
  const asked = body.status ?? "pending";
  const status = body.set_paid ? paidStatus(asked, order) : asked;
  const beginning = { status, paid: body.set_paid === true || marksAsPaid(order.paymentMethod, status), now };
  // pieces are the order's from its first moment, pending too: nobody buys them meanwhile
  if (isFulfillable(status)) await updateReservedStock(tx, [], order.lines);
  const orderId = await insertOrder(tx, order, beginning);
  await writeItems(tx, orderId, blankOrder, order);
  await tx.run(sql`
    insert into order_event (order_id, from_status, to_status, actor, at)
    values (${orderId}, null, ${status}, ${actor}, ${now})`);
  await expectPayment(tx, orderId, order, beginning);
  // before it is booked: what its merchant has given to a carrier, ours does not get too; what has arrived is no news
  if (isFulfillable(status) && status !== "completed")
    await readTrackingFact(tx, orderId, { facts: order.metaData, now });
  if (status === "processing") await bookParcel(tx, orderId, now);
  if (attempt)
    await tx.run(sql`
      insert into idempotency_key (owner, key, body_hash, order_id, created_at)
      values (${attempt.owner}, ${attempt.key}, ${attempt.bodyHash}, ${orderId}, ${now})`);
  return orderId;
}

interface Creating {
  actor: Actor;
  attempt: SubmitAttempt | null;
  now: Date;
}

/**
 * Writes an order as a merchant's program describes it: prices from the catalogue where it says none, stock taken at once.
 * @returns its id
 * @throws Refusal 400 for what cannot be, and a violated `idempotency_key_pkey` when the same attempt has made its order
 * meanwhile; nothing is written then
 */
export async function createOrder(shop: AppContext, body: CreateOrder, creating: Creating): Promise<number> {
  if (body.id !== undefined && body.id !== null && Number(body.id) !== 0) throw orderRefusals.exists();
  return shop.db.transaction((tx) => write(tx, body, creating));
}
