import type { CreateRefund } from "#contract/woo/refund.ts";
import { recordSales, releaseStock } from "#shop/catalog/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/http/errors.ts";
import { mergeMeta } from "#shop/kernel/woo/woo-meta.ts";
import { findSettledPayment, refundableAmount, sendRefund, updateRefundedStatus } from "#shop/payments/index.ts";
import { lineName, type Order, type OrderLine } from "../order.ts";
import type { Actor } from "../order-status.ts";
import { refundable } from "../refund-remaining.ts";
import { transitionOrder } from "../transition-order.ts";
import { orderErrors } from "./order-errors.ts";
import type { RefundedLine } from "./refunds.ts";
import { lockedOrder } from "./update-order.ts";

type Draft = Omit<RefundedLine, "id">;
type Wanted = CreateRefund["line_items"][number];

const nothingBought = { methodId: "", productId: 0, variationId: null, sku: null };

function lineDraft(line: OrderLine, { quantity = 0, refund_total }: Wanted, index: number): Draft {
  if (quantity > line.quantity)
    throw invalidParam(
      "line_items",
      `line_items[${index}][quantity] is more than the ${line.quantity} that were ordered.`,
    );
  const total = refund_total ?? Math.round((line.total / line.quantity) * quantity);
  const { productId, variationId, sku } = line;
  const name = { vi: lineName(line, "vi"), en: lineName(line, "en") };
  return { itemId: line.id, kind: "line", name, methodId: "", productId, variationId, sku, quantity, total };
}

/** What is given back of each line, shipping or fee that the refund names. @throws Refusal 400 */
function draftLines(order: Order, wanted: readonly Wanted[]): Draft[] {
  return wanted.map((one, index) => {
    const line = order.lines.find(({ id }) => id === one.id);
    if (line) return lineDraft(line, one, index);
    const charge = order.charges.find(({ id }) => id === one.id);
    if (!charge) throw orderErrors.item();
    const { id: itemId, kind, title, methodId } = charge;
    const total = one.refund_total ?? 0;
    return { ...nothingBought, itemId, kind, name: { vi: title, en: title }, methodId, quantity: 0, total };
  });
}

const refuse = (message: string): HttpError =>
  new HttpError(400, "woocommerce_rest_cannot_create_order_refund", message);

/** The money that goes back. @throws Refusal 400 for none, or for more than was paid and is still there to give */
async function amountOf(tx: Tx, order: Order, { amount }: CreateRefund, lines: readonly Draft[]): Promise<number> {
  const asked = amount ? Number(amount.split(".")[0]) : lines.reduce((sum, { total }) => sum + total, 0);
  if (asked <= 0)
    throw new HttpError(400, "woocommerce_rest_invalid_order_refund", "Refund amount must be greater than zero.");
  const rest = await refundable(tx, order.id);
  if (asked > rest) throw refuse(`Invalid refund amount. Of what was paid, ${rest} can still be refunded.`);
  return asked;
}

/** Puts the pieces back on the shelf, each once: those that an earlier refund has put back are not there to put back. */
async function restock(tx: Tx, order: Order & { stockHeld: boolean }, lines: readonly Draft[]): Promise<void> {
  if (!order.stockHeld) return;
  const wanted = new Map<number, number>();
  for (const { kind, itemId, quantity } of lines)
    if (kind === "line") wanted.set(itemId, (wanted.get(itemId) ?? 0) + quantity);
  const back = order.lines.flatMap((line) => {
    const quantity = Math.min(wanted.get(line.id) ?? 0, line.quantity - line.restocked);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
  if (back.length === 0) return;
  await releaseStock(
    tx,
    back.flatMap(({ stockId, quantity }) => (stockId === null ? [] : [{ stockId, quantity }])),
  );
  await recordSales(
    tx,
    back.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
  );
  await tx.run(sql`
    update order_line l set restocked = l.restocked + w.quantity
    from unnest(${back.map(({ id }) => id)}::integer[], ${back.map(({ quantity }) => quantity)}::integer[]) w (id, quantity)
    where l.id = w.id`);
}

interface Refunding {
  actor: Actor;
  now: Date;
}

/**
 * What is asked of a gateway is only asked for here: it is done, and recorded as done, when the gateway says so. Cash, and
 * ways of payment that the shop knows nothing of, the merchant gives back by hand.
 */
const statusOf = (body: CreateRefund, paidBy: string | undefined): "requested" | "manual" =>
  body.api_refund && paidBy !== undefined && paidBy !== "cod" ? "requested" : "manual";

/** An order may be worth more than its gateway was paid: it was changed since. @throws Refusal 400 */
async function refuseMoreThanCame(tx: Tx, paymentId: number, amount: number): Promise<void> {
  const rest = await refundableAmount(tx, paymentId);
  if (amount > rest)
    throw refuse(
      `The gateway can give back ${rest} of what it was paid. Give the rest back by hand: api_refund false.`,
    );
}

async function write(tx: Tx, orderId: number, body: CreateRefund, { actor, now }: Refunding): Promise<number> {
  const order = await lockedOrder(tx, orderId, 404);
  const lines = draftLines(order, body.line_items);
  const amount = await amountOf(tx, order, body, lines);
  const payment = await findSettledPayment(tx, orderId);
  const status = statusOf(body, payment?.method);
  if (payment && status === "requested") await refuseMoreThanCame(tx, payment.id, amount);
  const row = await tx.one<{ id: number }>(sql`
    insert into refund (order_id, payment_id, amount, reason, status, lines, meta_data, actor, created_at)
    select ${orderId}, ${payment?.id ?? null}, ${amount}, ${body.reason}, ${status},
      coalesce((select jsonb_agg(line || jsonb_build_object('id', nextval('order_line_id_seq')))
        from jsonb_array_elements(${json(lines)}::jsonb) line), '[]'),
      ${json(mergeMeta([], body.meta_data))}::jsonb, ${actor}, ${now}
    returning id`);
  if (!row) throw new Error("a refund was written and has no id");
  if (status === "requested") await sendRefund(tx, row.id);
  if (body.api_restock ?? body.restock_items ?? true) await restock(tx, order, lines);
  if (payment) await updateRefundedStatus(tx, payment.id);
  await tx.run(sql`update orders set modified_at = ${now} where id = ${orderId}`);
  if ((await refundable(tx, orderId)) === 0)
    await transitionOrder(tx, orderId, "refunded", { actor, reason: body.reason, now });
  return row.id;
}

/**
 * Records money given back of an order, never more than was paid; its last piece makes the order `refunded`.
 * @returns the refund's id
 * @throws Refusal 404 for an unknown order, 400 for what cannot be given back
 */
export const createRefund = (
  shop: AppContext,
  orderId: number,
  body: CreateRefund,
  refunding: Refunding,
): Promise<number> => shop.db.transaction((tx) => write(tx, orderId, body, refunding));
