import { isBankTransfer, isCashMethod, isOnlineMethod } from "#contract/payment-methods/index.ts";
import type { UpdateOrder } from "#contract/woo/order-write.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { cancelCodPayment, markCodCollected, reopenCodPayment } from "#shop/payments/index.ts";
import { recordLineChanges } from "../line-history.ts";
import { lockOrder } from "../lock-order.ts";
import { type Order, orderColumns } from "../order.ts";
import { sendPendingAccountEmails } from "../order-emails.ts";
import { notifyListeners } from "../order-listeners.ts";
import { isFulfillable, type OrderActor, type StoredStatus } from "../order-status.ts";
import { transitionOrder } from "../transition-order.ts";
import { writeItems } from "./item-rows.ts";
import { applyOrderChanges, type UpdatedOrder } from "./order-changes.ts";
import { orderErrors } from "./order-errors.ts";
import { needsPayment, paidStatus } from "./paid-status.ts";
import { throwShortLines, updateReservedStock } from "./reserve-stock.ts";

interface UpdateContext {
  actor: OrderActor;
  now: Date;
  /** checks the version that the client has loaded, with the order locked */
  requireVersion?: (tx: Tx) => Promise<void>;
}

type LockedOrder = Order & { stockReserved: boolean };

/** The stored order, locked. @throws HttpError with this status for an unknown one */
export async function lockedOrder(tx: Tx, id: number, status: 400 | 404): Promise<LockedOrder> {
  const order = (await lockOrder(tx, id))
    ? await tx.one<LockedOrder>(
        sql`select ${orderColumns}, o.stock_reserved "stockReserved" from orders o where o.id = ${id}`,
      )
    : undefined;
  if (!order) throw orderErrors.unknown(status);
  return order;
}

/** An order that a merchant changes to a bank transfer waits for it without a deadline. */
const isAwaited = (method: string): boolean => isOnlineMethod(method) && !isBankTransfer(method);

const updateOrderRow = (
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
      stock_reserved_until = case when ${isAwaited(after.paymentMethod)} or payment_method = ${after.paymentMethod}
        then stock_reserved_until end,
      paid_at = case when ${paid} then coalesce(paid_at, ${now}) else paid_at end
    where id = ${id}`);

/** Updates the ledger's expected cash after a change of the total or payment method. */
async function updateCodPayment(tx: Tx, before: LockedOrder, after: UpdatedOrder, now: Date): Promise<void> {
  const { id: orderId, status, paidAt } = before;
  if (!isCashMethod(after.paymentMethod)) {
    if (isCashMethod(before.paymentMethod)) await cancelCodPayment(tx, orderId, now);
    return;
  }
  const changed = !isCashMethod(before.paymentMethod) || before.total !== after.total;
  if (changed && paidAt === null && isFulfillable(status))
    await reopenCodPayment(tx, { orderId, amount: after.total, now });
}

/** @throws HttpError 400 if the order is reopened and its stock is no longer available */
async function changeStatus(
  tx: Tx,
  before: LockedOrder,
  to: StoredStatus,
  { actor, now }: UpdateContext,
): Promise<void> {
  const result = await transitionOrder(tx, before.id, to, { actor, reason: "", now });
  if (!result.ok && result.reason === "out of stock") {
    const order = await tx.one<Order>(sql`select ${orderColumns} from orders o where o.id = ${before.id}`);
    throwShortLines(
      (order?.lines ?? []).map((line) => ({ ...line, index: null })),
      result.short,
    );
  }
  if (!result.ok) throw new Error(`order ${before.id} could not be moved to ${to}: ${result.reason}`);
}

const touchesItems = ({ line_items, shipping_lines, fee_lines }: UpdateOrder): boolean =>
  [line_items, shipping_lines, fee_lines].some((items) => items !== undefined);

/** What the order contains, comparable and in any order: programs often repeat items that they have read, all or some of them. */
const contentsOf = (lines: UpdatedOrder["lines"] | Order["lines"]): string =>
  JSON.stringify(
    lines
      .map(({ productId, variationId, quantity, total, ownName }) =>
        [productId, variationId, quantity, total, ownName].join(),
      )
      .sort(),
  );

/** As {@link updateOrder}, in a transaction of the caller. */
export async function updateOrderIn(tx: Tx, id: number, body: UpdateOrder, context: UpdateContext): Promise<void> {
  const before = await lockedOrder(tx, id, 400);
  await context.requireVersion?.(tx);
  const after = await applyOrderChanges(tx, before, body);
  if (touchesItems(body)) {
    if (before.stockReserved)
      await updateReservedStock(tx, before.lines, after.lines, { orderId: id, actor: context.actor });
    await writeItems(tx, id, before, after);
    await recordLineChanges(tx, id, { before: before.lines, after: after.lines, actor: context.actor });
  }
  const requested = body.status ?? before.status;
  const setsPaid = body.set_paid === true && (before.paidAt === null || needsPayment(requested));
  const to = setsPaid ? paidStatus(requested, after) : requested;
  await updateOrderRow(tx, id, after, { paid: setsPaid, now: context.now });
  await updateCodPayment(tx, before, after, context.now);
  // before the transition: the tracking code of a merchant's own shipment prevents a booking
  const { metaData } = after;
  if (body.meta_data)
    await notifyListeners((listener) => listener.onMetaDataWritten(tx, id, { metaData, now: context.now }));
  await changeStatus(tx, before, to, context);
  if (setsPaid && isCashMethod(after.paymentMethod))
    await markCodCollected(tx, id, { by: context.actor, now: context.now });
  if (contentsOf(before.lines) !== contentsOf(after.lines))
    await notifyListeners((listener) => listener.onItemsChanged(tx, id, context.now));
  const amountDueChanged = setsPaid || before.paymentMethod !== after.paymentMethod || before.total !== after.total;
  const { email } = after.billing;
  if (email && email !== before.billing.email) await sendPendingAccountEmails(tx, id, email);
  if (amountDueChanged) await notifyListeners((listener) => listener.onAmountDueChanged(tx, id, context.now));
}

/**
 * Changes what the body names of an order: its fields, its lines with their stock, its status with all that follows from a
 * transition. In one transaction.
 * @throws HttpError 412 if the order changed after the client loaded it, 400 for an unknown order and invalid input
 */
export const updateOrder = (shop: AppContext, id: number, body: UpdateOrder, context: UpdateContext): Promise<void> =>
  shop.db.transaction((tx) => updateOrderIn(tx, id, body, context));
