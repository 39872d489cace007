import type { Language } from "#contract/language.ts";
import type { OrderStatus } from "#contract/order.ts";
import { countSales, giveBackStock, takeStock } from "#shop/catalog/index.ts";
import { sql, type Tx } from "#shop/kernel/database.ts";
import { say } from "#shop/kernel/sentences.ts";
import { queueMail } from "#shop/mail/index.ts";
import { collectCash, expectNoCash } from "#shop/payments/index.ts";
import { type Actor, isOver, mayMove } from "./order-status.ts";

export interface Move {
  actor: Actor;
  /** why, as the order's history keeps it */
  reason: string;
  now: Date;
}

export type Moved =
  | { ok: true; from: OrderStatus /** false when the order was there already */; moved: boolean }
  | { ok: false; because: "unknown order" | "no such move"; from: OrderStatus | null };

interface Locked {
  status: OrderStatus;
  paymentMethod: string;
  stockHeld: boolean;
  email: string;
  name: string;
  lang: Language;
  lines: { productId: number; stockId: number | null; quantity: number }[];
}

const lockOrder = (tx: Tx, orderId: number): Promise<Locked | undefined> =>
  tx.one<Locked>(sql`
    select o.status, o.payment_method "paymentMethod", o.stock_held "stockHeld", o.billing ->> 'email' email,
      o.billing ->> 'first_name' "name", coalesce((select c.language from customer c where c.id = o.customer_id), 'vi') lang,
      coalesce((select jsonb_agg(jsonb_build_object('productId', l.product_id, 'stockId', l.stock_id,
        'quantity', l.quantity)) from order_line l where l.order_id = o.id), '[]') lines
    from orders o where o.id = ${orderId} and o.status <> 'trash' for update of o`);

const held = ({ lines }: Locked): { stockId: number; quantity: number }[] =>
  lines.flatMap(({ stockId, quantity }) => (stockId === null ? [] : [{ stockId, quantity }]));

/** Gives an order's pieces back when it is over, and takes them again, if there are any, when it comes back to life. */
async function moveStock(tx: Tx, order: Locked, to: OrderStatus): Promise<boolean> {
  if (isOver(to)) {
    if (!order.stockHeld) return false;
    await giveBackStock(tx, held(order));
    await countSales(
      tx,
      order.lines.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
    );
    return false;
  }
  if (order.stockHeld || !isOver(order.status) || to === "refunded") return order.stockHeld;
  const { ok } = await takeStock(tx, held(order));
  if (ok) await countSales(tx, order.lines);
  return ok;
}

/** Cash counts as paid on delivery, anything else when the order is accepted: WooCommerce's own rule. */
const paysBy = (paymentMethod: string, to: OrderStatus): boolean =>
  to === "completed" || (to === "processing" && paymentMethod !== "cod" && paymentMethod !== "");

/** Why an order was cancelled, in the customer's words; the history's own reason is the shop's. */
const reasonFor = (actor: Actor, lang: Language): string => {
  if (actor.startsWith("customer")) return say(lang, "cancel_reasons.customer_wish");
  return say(lang, actor === "job" || actor === "gateway" ? "cancel_reasons.unpaid" : "cancel_reasons.shop");
};

async function tellCustomer(tx: Tx, orderId: number, { email, lang, name }: Locked, { actor }: Move): Promise<void> {
  if (!email) return;
  const values = { name, order_number: String(orderId), reason: reasonFor(actor, lang) };
  await queueMail(tx, { template: "order_cancelled", to: email, lang, values });
}

/**
 * Moves an order's status, the only way it is ever moved: history, stock, ledger and mail go with it. Moving an order to
 * where it is already does nothing, so that a notice may come twice.
 */
export async function moveOrder(tx: Tx, orderId: number, to: OrderStatus, move: Move): Promise<Moved> {
  const order = await lockOrder(tx, orderId);
  if (!order) return { ok: false, because: "unknown order", from: null };
  const from = order.status;
  if (from === to) return { ok: true, from, moved: false };
  if (!mayMove(from, to, move.actor)) return { ok: false, because: "no such move", from };
  const { actor, reason, now } = move;
  const stockHeld = await moveStock(tx, order, to);
  await tx.run(sql`
    with event as (
      insert into order_event (order_id, from_status, to_status, actor, reason, at)
      values (${orderId}, ${from}, ${to}, ${actor}, ${reason}, ${now}))
    update orders set status = ${to}, stock_held = ${stockHeld}, modified_at = ${now}, hold_until = null,
      paid_at = case when ${paysBy(order.paymentMethod, to)} then coalesce(paid_at, ${now}) else paid_at end,
      completed_at = case when ${to === "completed"} then ${now} else completed_at end
    where id = ${orderId}`);
  if (to === "completed") await collectCash(tx, orderId, now);
  if (isOver(to)) await expectNoCash(tx, orderId, now);
  if (to === "cancelled") await tellCustomer(tx, orderId, order, move);
  return { ok: true, from, moved: true };
}
