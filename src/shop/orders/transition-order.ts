import type { Language } from "#contract/language.ts";
import { recordSales, releaseStock, reserveStock } from "#shop/catalog/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { queueMail } from "#shop/mail/index.ts";
import { cancelCodPayment, markCodCollected, reopenCodPayment } from "#shop/payments/index.ts";
import { lockOrder } from "./lock-order.ts";
import { orderLanguage } from "./order.ts";
import { notifyListeners } from "./order-listeners.ts";
import {
  type Actor,
  canTransition,
  isClosed,
  isFulfillable,
  isMerchant,
  type Move,
  marksAsPaid,
  type StoredStatus,
} from "./order-status.ts";
import { refundRemaining } from "./refund-remaining.ts";

export type TransitionResult =
  | { ok: true; from: StoredStatus /** false when the order was there already */; moved: boolean }
  | { ok: false; because: "unknown order" | "no such move"; from: StoredStatus | null }
  /** a merchant would bring an order back to life whose pieces somebody else has bought */
  | { ok: false; because: "out of stock"; from: StoredStatus; short: { stockId: number; available: number }[] };

interface Locked {
  status: StoredStatus;
  paymentMethod: string;
  total: number;
  stockHeld: boolean;
  email: string;
  name: string;
  lang: Language;
  /** pieces that are still the order's: those that refunds have put back are not */
  lines: { productId: number; stockId: number | null; quantity: number }[];
}

const readLocked = (tx: Tx, orderId: number): Promise<Locked | undefined> =>
  tx.one<Locked>(sql`
    select o.status, o.payment_method "paymentMethod", o.total, o.stock_held "stockHeld", o.billing ->> 'email' email,
      o.billing ->> 'first_name' "name", ${orderLanguage} lang,
      coalesce((select jsonb_agg(jsonb_build_object('productId', l.product_id, 'stockId', l.stock_id,
        'quantity', l.quantity - l.restocked)) from order_line l where l.order_id = o.id), '[]') lines
    from orders o where o.id = ${orderId}`);

const held = ({ lines }: Locked): { stockId: number; quantity: number }[] =>
  lines.flatMap(({ stockId, quantity }) => (stockId === null ? [] : [{ stockId, quantity }]));

type StockMoved = { stockHeld: boolean; short: { stockId: number; available: number }[] };

/** What was delivered is not on the shelf again because its order was thrown away. */
const putsBack = (from: StoredStatus, to: StoredStatus): boolean =>
  isClosed(to) && !(to === "trash" && (from === "completed" || from === "refunded"));

/** Gives an order's pieces back when it is over, and takes them again, if there are any, when it comes back to life. */
async function moveStock(tx: Tx, order: Locked, to: StoredStatus): Promise<StockMoved> {
  const { stockHeld } = order;
  if (stockHeld && putsBack(order.status, to)) {
    await releaseStock(tx, held(order));
    await recordSales(
      tx,
      order.lines.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
    );
    return { stockHeld: false, short: [] };
  }
  if (stockHeld || !isFulfillable(to)) return { stockHeld, short: [] };
  const taken = await reserveStock(tx, held(order));
  if (!taken.ok) return { stockHeld: false, short: taken.short };
  await recordSales(tx, order.lines);
  return { stockHeld: true, short: [] };
}

/** Why an order was cancelled, in the customer's words; the history's own reason is the shop's. */
const reasonFor = (actor: Actor, lang: Language): string => {
  if (actor.startsWith("customer")) return t(lang, "cancel_reasons.customer_wish");
  return t(lang, actor === "job" || actor === "gateway" ? "cancel_reasons.unpaid" : "cancel_reasons.shop");
};

async function emailCancellation(
  tx: Tx,
  orderId: number,
  { email, lang, name }: Locked,
  { actor }: Move,
): Promise<void> {
  if (!email) return;
  const values = { name, order_number: String(orderId), reason: reasonFor(actor, lang) };
  await queueMail(tx, { template: "order_cancelled", to: email, lang, values });
}

const writeMove = (
  tx: Tx,
  orderId: number,
  { from, to, stockHeld, pays, move }: { from: string; to: string; stockHeld: boolean; pays: boolean; move: Move },
): Promise<number> =>
  tx.run(sql`
    with event as (
      insert into order_event (order_id, from_status, to_status, actor, reason, at)
      values (${orderId}, ${from}, ${to}, ${move.actor}, ${move.reason}, ${move.now}))
    update orders set status = ${to}, stock_held = ${stockHeld}, modified_at = ${move.now}, hold_until = null,
      paid_at = case when ${pays} then coalesce(paid_at, ${move.now}) else paid_at end,
      completed_at = case when ${to === "completed"} then ${move.now} else completed_at end
    where id = ${orderId}`);

/** What the ledger and the customer learn of a move. */
async function runSideEffects(tx: Tx, orderId: number, order: Locked, to: StoredStatus, move: Move): Promise<void> {
  const { now } = move;
  if (!isFulfillable(order.status) && isFulfillable(to) && order.paymentMethod === "cod")
    await reopenCodPayment(tx, { orderId, amount: order.total, now });
  if (to === "completed") await markCodCollected(tx, orderId, now);
  if (!isFulfillable(to)) await cancelCodPayment(tx, orderId, now);
  if (to === "refunded") await refundRemaining(tx, orderId, move);
  if (to === "cancelled") await emailCancellation(tx, orderId, order, move);
}

/**
 * Moves an order's status, the only way it is ever moved: history, stock, ledger and mail go with it. Moving an order to
 * where it is already does nothing, so that a notice may come twice. Into the trash and out of it moves a merchant alone.
 */
export async function transitionOrder(
  tx: Tx,
  orderId: number,
  to: StoredStatus,
  move: Move,
): Promise<TransitionResult> {
  const order = (await lockOrder(tx, orderId)) ? await readLocked(tx, orderId) : undefined;
  const { actor } = move;
  if (!order || (order.status === "trash" && !isMerchant(actor)))
    return { ok: false, because: "unknown order", from: null };
  const from = order.status;
  if (from === to) return { ok: true, from, moved: false };
  if (!canTransition(from, to, actor)) return { ok: false, because: "no such move", from };
  const { stockHeld, short } = await moveStock(tx, order, to);
  // a gateway's late success is kept without the pieces, for the merchant to decide; a merchant is told at once
  if (short.length > 0 && isMerchant(actor)) return { ok: false, because: "out of stock", from, short };
  await writeMove(tx, orderId, { from, to, stockHeld, pays: marksAsPaid(order.paymentMethod, to), move });
  await runSideEffects(tx, orderId, order, to, move);
  await notifyListeners((listener) => listener.onTransition(tx, orderId, { to, now: move.now }));
  return { ok: true, from, moved: true };
}
