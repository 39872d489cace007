import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import { recordSales, releaseStock, reserveStock } from "#shop/catalog/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { queueMail } from "#shop/mail/index.ts";
import { cancelCodPayment, markCodCollected, reopenCodPayment } from "#shop/payments/index.ts";
import { findLiveReplacement } from "./live-replacement.ts";
import { lockOrder } from "./lock-order.ts";
import { markReplaced } from "./mark-replaced.ts";
import { addOrderNote } from "./note-order.ts";
import { orderLanguage } from "./order.ts";
import { notifyListeners } from "./order-listeners.ts";
import {
  canTransition,
  isClosed,
  isFulfillable,
  isMerchant,
  marksAsPaid,
  type StoredStatus,
  type Transition,
} from "./order-status.ts";
import { unconfirmedReason } from "./read-confirmation.ts";
import { refundRemaining } from "./refund-remaining.ts";

export type TransitionResult =
  | { ok: true; from: StoredStatus /** false if the order had this status already */; changed: boolean }
  | { ok: false; reason: "unknown order" | "not allowed"; from: StoredStatus | null }
  /** a merchant would reopen an order whose stock other orders have reserved since */
  | { ok: false; reason: "out of stock"; from: StoredStatus; short: { stockId: number; available: number }[] };

interface LockedOrderRow {
  status: StoredStatus;
  paymentMethod: string;
  total: Dong;
  stockReserved: boolean;
  email: string;
  name: string;
  lang: Language;
  /** without the units that refunds have returned to stock */
  lines: { productId: number; stockId: number | null; quantity: number }[];
}

const readLockedOrder = (tx: Tx, orderId: number): Promise<LockedOrderRow | undefined> =>
  tx.one<LockedOrderRow>(sql`
    select o.status, o.payment_method "paymentMethod", o.total, o.stock_reserved "stockReserved", o.billing ->> 'email' email,
      o.billing ->> 'first_name' "name", ${orderLanguage} lang,
      coalesce((select jsonb_agg(jsonb_build_object('productId', l.product_id, 'stockId', l.stock_id,
        'quantity', l.quantity - l.restocked)) from order_line l where l.order_id = o.id), '[]') lines
    from orders o where o.id = ${orderId}`);

const stockQuantities = ({ lines }: LockedOrderRow): { stockId: number; quantity: number }[] =>
  lines.flatMap(({ stockId, quantity }) => (stockId === null ? [] : [{ stockId, quantity }]));

type StockUpdate = { stockReserved: boolean; short: { stockId: number; available: number }[] };

/** Moving a delivered order to the trash does not return its goods to stock. */
const releasesStock = (from: StoredStatus, to: StoredStatus): boolean =>
  isClosed(to) && !(to === "trash" && (from === "completed" || from === "refunded"));

/** Releases an order's stock when it is closed, and reserves it again, if available, when the order is reopened. */
async function updateStock(
  tx: Tx,
  order: LockedOrderRow,
  { orderId, to, actor }: { orderId: number; to: StoredStatus; actor: string },
): Promise<StockUpdate> {
  const { stockReserved } = order;
  if (stockReserved && releasesStock(order.status, to)) {
    await releaseStock(tx, stockQuantities(order), { reason: "cancelled", orderId, actor });
    await recordSales(
      tx,
      order.lines.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
    );
    return { stockReserved: false, short: [] };
  }
  if (stockReserved || !isFulfillable(to)) return { stockReserved, short: [] };
  const taken = await reserveStock(tx, stockQuantities(order), { reason: "sold", orderId, actor });
  if (!taken.ok) return { stockReserved: false, short: taken.short };
  await recordSales(tx, order.lines);
  return { stockReserved: true, short: [] };
}

/** The reason of a cancellation in the customer's language; the reason in the history is for the merchant. */
export const cancellationReason = (
  { actor, reason, replacedBy, cancelReason }: Pick<Transition, "actor" | "reason" | "replacedBy" | "cancelReason">,
  lang: Language,
): string => {
  if (actor === "job" && reason === unconfirmedReason) return t(lang, "cancel_reasons.unconfirmed");
  if (replacedBy !== undefined) return t(lang, "cancel_reasons.replaced", { order: replacedBy });
  if (cancelReason === "no_answer" || cancelReason === "out_of_stock") return t(lang, `cancel_reasons.${cancelReason}`);
  if (actor.startsWith("customer") || cancelReason === "customer") return t(lang, "cancel_reasons.customer_wish");
  return t(lang, actor === "job" || actor === "gateway" ? "cancel_reasons.unpaid" : "cancel_reasons.shop");
};

async function emailCancellation(
  tx: Tx,
  orderId: number,
  { email, lang, name }: LockedOrderRow,
  transition: Transition,
): Promise<void> {
  if (!email) return;
  const values = { name, order_number: String(orderId), reason: cancellationReason(transition, lang) };
  await queueMail(tx, { template: "order_cancelled", to: email, lang, values });
}

const writeTransition = (
  tx: Tx,
  orderId: number,
  {
    from,
    to,
    stockReserved,
    pays,
    transition,
  }: { from: string; to: string; stockReserved: boolean; pays: boolean; transition: Transition },
): Promise<number> =>
  tx.run(sql`
    with event as (
      insert into order_event (order_id, from_status, to_status, actor, reason, at)
      values (${orderId}, ${from}, ${to}, ${transition.by ?? transition.actor}, ${transition.reason}, ${transition.now}))
    update orders set status = ${to}, stock_reserved = ${stockReserved}, modified_at = ${transition.now}, stock_reserved_until = null,
      paid_at = case when ${pays} then coalesce(paid_at, ${transition.now}) else paid_at end,
      completed_at = case when ${to === "completed"} then ${transition.now} else completed_at end
    where id = ${orderId}`);

/**
 * Records the order that replaces this one. If the order is reopened, notes that the customer has another one instead.
 */
async function recordReplacement(
  tx: Tx,
  orderId: number,
  { from, to, transition }: { from: StoredStatus; to: StoredStatus; transition: Transition },
): Promise<void> {
  const { now, replacedBy } = transition;
  if (replacedBy !== undefined) return markReplaced(tx, orderId, { replacedBy, now });
  if (!isClosed(from) || !isFulfillable(to)) return;
  const order = await findLiveReplacement(tx, orderId);
  if (order !== null) await addOrderNote(tx, orderId, t("vi", "order_notes.reopened_replaced", { order }), now);
}

/** Updates the ledger and emails the customer. */
async function runSideEffects(
  tx: Tx,
  orderId: number,
  order: LockedOrderRow,
  to: StoredStatus,
  transition: Transition,
): Promise<void> {
  const { now } = transition;
  if (!isFulfillable(order.status) && isFulfillable(to) && isCashMethod(order.paymentMethod))
    await reopenCodPayment(tx, { orderId, amount: order.total, now });
  if (to === "completed") await markCodCollected(tx, orderId, { by: transition.actor, now });
  if (!isFulfillable(to)) await cancelCodPayment(tx, orderId, now);
  if (to === "refunded") await refundRemaining(tx, orderId, transition);
  // an order restored from the trash was cancelled long before, and the email sent then
  if (to === "cancelled" && order.status !== "trash") await emailCancellation(tx, orderId, order, transition);
}

/**
 * Changes an order's status, the only place that does: writes the history, updates stock and ledger, sends emails and
 * notifies the listeners. A transition to the current status does nothing, so webhooks may be repeated. Only merchants move
 * orders into and out of the trash.
 */
export async function transitionOrder(
  tx: Tx,
  orderId: number,
  to: StoredStatus,
  transition: Transition,
): Promise<TransitionResult> {
  const order = (await lockOrder(tx, orderId)) ? await readLockedOrder(tx, orderId) : undefined;
  const { actor } = transition;
  if (!order || (order.status === "trash" && !isMerchant(actor)))
    return { ok: false, reason: "unknown order", from: null };
  const from = order.status;
  if (from === to) return { ok: true, from, changed: false };
  if (!canTransition(from, to, actor)) return { ok: false, reason: "not allowed", from };
  const { stockReserved, short } = await updateStock(tx, order, { orderId, to, actor });
  // a gateway's late payment is accepted without stock, for the merchant to decide; a merchant gets the error at once
  if (short.length > 0 && isMerchant(actor)) return { ok: false, reason: "out of stock", from, short };
  await writeTransition(tx, orderId, {
    from,
    to,
    stockReserved,
    pays: marksAsPaid(order.paymentMethod, to),
    transition,
  });
  await runSideEffects(tx, orderId, order, to, transition);
  await recordReplacement(tx, orderId, { from, to, transition });
  await notifyListeners((listener) => listener.onTransition(tx, orderId, { to, now: transition.now }));
  return { ok: true, from, changed: true };
}
