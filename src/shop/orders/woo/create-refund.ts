import { type Dong, dong, prorate, sum } from "#contract/money.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import type { CreateRefund } from "#contract/woo/refund.ts";
import { recordSales, releaseStock } from "#shop/catalog/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { mergeMeta } from "#shop/kernel/woo/woo-meta.ts";
import { findSettledPayment, refundableAmount, sendRefund, updateRefundedStatus } from "#shop/payments/index.ts";
import { lineName, type Order, type OrderLine } from "../order.ts";
import type { OrderActor } from "../order-status.ts";
import type { VersionCheck } from "../order-version.ts";
import { refundableOrderAmount } from "../refund-remaining.ts";
import { insertRefundRequest, type RefundRequester } from "../insert-refund-request.ts";
import { isAboveLimit } from "../staff-refund-limit.ts";
import { transitionOrder } from "../transition-order.ts";
import { orderErrors } from "./order-errors.ts";
import type { RefundedLine } from "./refunds.ts";
import { lockedOrder } from "./update-order.ts";

type RefundLineDraft = Omit<RefundedLine, "id">;
type RefundLineInput = CreateRefund["line_items"][number];

const noProduct = { methodId: "", productId: 0, variationId: null, sku: null };

function lineDraft(line: OrderLine, { quantity = 0, refund_total }: RefundLineInput, index: number): RefundLineDraft {
  if (quantity > line.quantity)
    throw invalidParam(
      "line_items",
      `line_items[${index}][quantity] is more than the ${line.quantity} that were ordered.`,
    );
  const total = refund_total ?? prorate(line.total, quantity, line.quantity);
  const { productId, variationId, sku } = line;
  const name = { vi: lineName(line, "vi"), en: lineName(line, "en") };
  return { itemId: line.id, kind: "line", name, methodId: "", productId, variationId, sku, quantity, total };
}

/** The refunded lines, shipping and fees that the request names. @throws HttpError 400 */
function draftLines(order: Order, requested: readonly RefundLineInput[]): RefundLineDraft[] {
  return requested.map((input, index) => {
    const line = order.lines.find(({ id }) => id === input.id);
    if (line) return lineDraft(line, input, index);
    const charge = order.charges.find(({ id }) => id === input.id);
    if (!charge) throw orderErrors.item();
    const { id: itemId, kind, title, methodId } = charge;
    const total = input.refund_total ?? dong(0);
    return { ...noProduct, itemId, kind, name: { vi: title, en: title }, methodId, quantity: 0, total };
  });
}

const cannotRefund = (message: string): HttpError =>
  new HttpError(400, "woocommerce_rest_cannot_create_order_refund", message);

/** The amount to refund. @throws HttpError 400 for zero, or for more than was paid and not refunded yet */
async function refundAmount(
  tx: Tx,
  order: Order,
  { amount }: CreateRefund,
  lines: readonly RefundLineDraft[],
): Promise<Dong> {
  const requested = amount ?? sum(lines.map(({ total }) => total));
  if (requested <= 0)
    throw new HttpError(400, "woocommerce_rest_invalid_order_refund", "Refund amount must be greater than zero.");
  const remaining = await refundableOrderAmount(tx, order.id);
  if (requested > remaining)
    throw cannotRefund(`Invalid refund amount. ${remaining} of what was paid can still be refunded.`);
  return requested;
}

/** Returns refunded units to stock, at most those that no earlier refund has returned. */
async function restock(
  tx: Tx,
  order: Order & { stockReserved: boolean },
  lines: readonly RefundLineDraft[],
  actor: OrderActor,
): Promise<void> {
  if (!order.stockReserved) return;
  const requested = new Map<number, number>();
  for (const { kind, itemId, quantity } of lines)
    if (kind === "line") requested.set(itemId, (requested.get(itemId) ?? 0) + quantity);
  const returned = order.lines.flatMap((line) => {
    const quantity = Math.min(requested.get(line.id) ?? 0, line.quantity - line.restocked);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
  if (returned.length === 0) return;
  await releaseStock(
    tx,
    returned.flatMap(({ stockId, quantity }) => (stockId === null ? [] : [{ stockId, quantity }])),
    { reason: "returned", orderId: order.id, actor },
  );
  await recordSales(
    tx,
    returned.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
  );
  await tx.run(sql`
    update order_line l set restocked = l.restocked + w.quantity
    from unnest(${returned.map(({ id }) => id)}::integer[], ${returned.map(({ quantity }) => quantity)}::integer[]) w (id, quantity)
    where l.id = w.id`);
}

interface RefundContext {
  actor: OrderActor;
  now: Date;
}

/**
 * A gateway refund is only requested here, and done when the gateway confirms it. Cash and payments by methods unknown to
 * the shop are refunded by the merchant.
 */
const initialStatus = (body: CreateRefund, paidBy: string | undefined): "requested" | "manual" =>
  body.api_refund && paidBy !== undefined && !isCashMethod(paidBy) ? "requested" : "manual";

/** An order that was changed may be worth more than was paid through its gateway. @throws HttpError 400 */
async function assertGatewayCanRefund(tx: Tx, paymentId: number, amount: Dong): Promise<void> {
  const remaining = await refundableAmount(tx, paymentId);
  if (amount > remaining)
    throw cannotRefund(
      `The gateway can give back ${remaining} of what it was paid. Give the rest back by hand: api_refund false.`,
    );
}

/** A refund that is checked against its order, which is locked, and not stored. */
interface RefundDraft {
  order: Order & { stockReserved: boolean };
  body: CreateRefund;
  lines: readonly RefundLineDraft[];
  amount: Dong;
  paymentId: number | null;
  status: "requested" | "manual";
}

/**
 * @param paidBy the payment that gives it back, null for none; by default the one that paid the order
 * @throws HttpError 404 for an unknown order, 412, 400 for what cannot be refunded
 */
export async function draftRefund(
  tx: Tx,
  orderId: number,
  body: CreateRefund,
  { paidBy, requireVersion }: { paidBy?: { id: number; method: string } | null; requireVersion?: VersionCheck } = {},
): Promise<RefundDraft> {
  const order = await lockedOrder(tx, orderId, 404);
  await requireVersion?.(tx);
  const lines = draftLines(order, body.line_items);
  const amount = await refundAmount(tx, order, body, lines);
  const payment = paidBy === undefined ? await findSettledPayment(tx, orderId) : paidBy;
  const status = initialStatus(body, payment?.method);
  if (payment && status === "requested") await assertGatewayCanRefund(tx, payment.id, amount);
  return { order, body, lines, amount, paymentId: payment?.id ?? null, status };
}

/** Stores a refund; the last one sets the order to `refunded`. @returns the refund's id */
export async function writeRefund(
  tx: Tx,
  { order, body, lines, amount, paymentId, status }: RefundDraft,
  { actor, now }: RefundContext,
): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    insert into refund (order_id, payment_id, amount, reason, status, lines, meta_data, actor, created_at)
    select ${order.id}, ${paymentId}::integer, ${amount}, ${body.reason}, ${status},
      coalesce((select jsonb_agg(line || jsonb_build_object('id', nextval('order_line_id_seq')))
        from jsonb_array_elements(${json(lines)}::jsonb) line), '[]'),
      ${json(mergeMeta([], body.meta_data))}::jsonb, ${actor}, ${now}
    returning id`);
  if (!row) throw new Error("refund: insert returned no row");
  if (status === "requested") await sendRefund(tx, row.id);
  if (body.api_restock ?? body.restock_items ?? true) await restock(tx, order, lines, actor);
  if (paymentId !== null) await updateRefundedStatus(tx, paymentId);
  await tx.run(sql`update orders set modified_at = ${now} where id = ${order.id}`);
  if ((await refundableOrderAmount(tx, order.id)) === 0)
    await transitionOrder(tx, order.id, "refunded", { actor, reason: body.reason, now });
  return row.id;
}

/** The refund that was made, or the request that an owner has to approve first. */
export type RefundResult = { refundId: number } | { requestId: number };

/**
 * Creates a refund, never of more than was paid. One above the limit of a staff member becomes a request in its place.
 * @param limited the staff member that is limited, and how much of the order may be refunded in all
 * @throws HttpError 404 for an unknown order, 400 for what cannot be refunded, 409 for a second request
 */
export const createRefund = (
  shop: AppContext,
  orderId: number,
  body: CreateRefund,
  {
    requireVersion,
    actor,
    limited,
    now,
  }: RefundContext & { requireVersion: VersionCheck; limited: { by: RefundRequester; limit: Dong } | null },
): Promise<RefundResult> =>
  shop.db.transaction(async (tx) => {
    const draft = await draftRefund(tx, orderId, body, { requireVersion });
    const { amount } = draft;
    if (limited && (await isAboveLimit(tx, orderId, { amount, limit: limited.limit })))
      return {
        requestId: await insertRefundRequest(tx, orderId, { refund: body, amount, requester: limited.by, now }),
      };
    return { refundId: await writeRefund(tx, draft, { actor, now }) };
  });

/**
 * Requests a refund, of any amount. @returns the request's id
 * @throws HttpError as {@link createRefund}
 */
export const requestRefund = (
  shop: AppContext,
  orderId: number,
  body: CreateRefund,
  { requireVersion, requester, now }: { requireVersion: VersionCheck; requester: RefundRequester; now: Date },
): Promise<number> =>
  shop.db.transaction(async (tx) => {
    const { amount } = await draftRefund(tx, orderId, body, { requireVersion });
    return insertRefundRequest(tx, orderId, { refund: body, amount, requester, now });
  });
