import type { UpdateOrder } from "#contract/woo/order-write.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { cancelCodPayment, markCodCollected, reopenCodPayment } from "#shop/payments/index.ts";
import { lockOrder } from "../lock-order.ts";
import { type Order, orderColumns } from "../order.ts";
import { notifyListeners } from "../order-listeners.ts";
import { type Actor, isFulfillable, type StoredStatus } from "../order-status.ts";
import { transitionOrder } from "../transition-order.ts";
import { writeItems } from "./item-rows.ts";
import { changedOrder, type UpdatedOrder } from "./order-changes.ts";
import { orderErrors } from "./order-errors.ts";
import { paidStatus } from "./paid-status.ts";
import { refuseShortLines, updateReservedStock } from "./reserve-stock.ts";

interface Writer {
  actor: Actor;
  now: Date;
}

type LockedOrder = Order & { stockHeld: boolean };

/** The order as it is, locked. @throws Refusal with this status where there is none */
export async function lockedOrder(tx: Tx, id: number, status: 400 | 404): Promise<LockedOrder> {
  const order = (await lockOrder(tx, id))
    ? await tx.one<LockedOrder>(sql`select ${orderColumns}, o.stock_held "stockHeld" from orders o where o.id = ${id}`)
    : undefined;
  if (!order) throw orderErrors.unknown(status);
  return order;
}

const writeOrder = (
  tx: Tx,
  id: number,
  after: UpdatedOrder,
  { paid, now }: { paid: boolean; now: Date },
): Promise<number> =>
  tx.run(sql`
    update orders set customer_id = ${after.customerId}, subtotal = ${after.subtotal},
      discount_total = ${after.discountTotal}, shipping_total = ${after.shippingTotal}, fee_total = ${after.feeTotal},
      total = ${after.total}, payment_method = ${after.paymentMethod},
      payment_method_title = ${after.paymentMethodTitle}, transaction_id = ${after.transactionId},
      billing = ${json(after.billing)}::jsonb, shipping = ${json(after.shipping)}::jsonb,
      shipping_method = ${after.shippingMethod}, shipping_method_title = ${after.shippingMethodTitle},
      customer_note = ${after.customerNote}, meta_data = ${json(after.metaData)}::jsonb,
      created_via = ${after.createdVia}, modified_at = ${now},
      hold_until = case when ${after.paymentMethod}::text in ('vnpay_visa', 'paypal') then hold_until end,
      paid_at = case when ${paid} then coalesce(paid_at, ${now}) else paid_at end
    where id = ${id}`);

/** What the courier is to collect follows the order's total and its way of payment. */
async function correctCash(tx: Tx, before: LockedOrder, after: UpdatedOrder, now: Date): Promise<void> {
  const { id: orderId, status, paidAt } = before;
  if (after.paymentMethod !== "cod") {
    if (before.paymentMethod === "cod") await cancelCodPayment(tx, orderId, now);
    return;
  }
  const changed = before.paymentMethod !== "cod" || before.total !== after.total;
  if (changed && paidAt === null && isFulfillable(status))
    await reopenCodPayment(tx, { orderId, amount: after.total, now });
}

/** @throws Refusal 400 where the order comes back to life and its pieces are gone */
async function move(tx: Tx, before: LockedOrder, to: StoredStatus, { actor, now }: Writer): Promise<void> {
  const moved = await transitionOrder(tx, before.id, to, { actor, reason: "", now });
  if (!moved.ok && moved.because === "out of stock") {
    const order = await tx.one<Order>(sql`select ${orderColumns} from orders o where o.id = ${before.id}`);
    refuseShortLines(
      (order?.lines ?? []).map((line) => ({ ...line, index: null })),
      moved.short,
    );
  }
  if (!moved.ok) throw new Error(`order ${before.id} could not be moved to ${to}: ${moved.because}`);
}

const touchesItems = ({ line_items, shipping_lines, fee_lines }: UpdateOrder): boolean =>
  [line_items, shipping_lines, fee_lines].some((items) => items !== undefined);

async function update(tx: Tx, id: number, body: UpdateOrder, writer: Writer): Promise<void> {
  const before = await lockedOrder(tx, id, 400);
  const after = await changedOrder(tx, before, body);
  if (touchesItems(body)) {
    if (before.stockHeld) await updateReservedStock(tx, before.lines, after.lines);
    await writeItems(tx, id, before, after);
  }
  const asked = body.status ?? before.status;
  const pays = body.set_paid === true && before.paidAt === null;
  const to = pays ? paidStatus(asked, after) : asked;
  await writeOrder(tx, id, after, { paid: pays, now: writer.now });
  await correctCash(tx, before, after, writer.now);
  // before the transition: a shipment the merchant made must not be booked again
  const { metaData } = after;
  if (body.meta_data)
    await notifyListeners((listener) => listener.onMetaDataWritten(tx, id, { metaData, now: writer.now }));
  await move(tx, before, to, writer);
  if (pays && after.paymentMethod === "cod") await markCodCollected(tx, id, writer.now);
  const otherCash = pays || before.paymentMethod !== after.paymentMethod || before.total !== after.total;
  if (otherCash) await notifyListeners((listener) => listener.onAmountDueChanged(tx, id, writer.now));
}

/**
 * Changes what the body names of an order: its own fields, its lines with the stock behind them, its status with all that
 * goes with a move. All of it or nothing.
 * @throws Refusal 400 for an unknown order and for what cannot be
 */
export const updateOrder = (shop: AppContext, id: number, body: UpdateOrder, writer: Writer): Promise<void> =>
  shop.db.transaction((tx) => update(tx, id, body, writer));
