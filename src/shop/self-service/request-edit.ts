import type { Language } from "#contract/language.ts";
import { type Dong, formatDong, subtract } from "#contract/money.ts";
import { isBankTransfer } from "#contract/payment-methods/index.ts";
import { reserveStock } from "#shop/catalog/index.ts";
import { lockUnpaidBuyer } from "#shop/checkout/index.ts";
import { type DeliveryPromise, replacePromise } from "#shop/delivery-promise/index.ts";
import { bookShipment, shipmentsOf } from "#shop/fulfilment/index.ts";
import type { Buyer } from "#shop/kernel/auth/buyer.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { notFoundIn } from "#shop/kernel/request/not-found.ts";
import { findOrder, insertOrderChange, type Order, type OrderActor } from "#shop/orders/index.ts";
import {
  type AppContextWithGateways,
  assertNoCapture,
  changeReservedUntil,
  changeMethod,
  openChangeAttempt,
  refundLowered,
} from "#shop/payment-flow/index.ts";
import { closeOpenAttempts, findDeposit, splitRefund } from "#shop/payments/index.ts";
import { ownStatuses } from "#shop/shipping/index.ts";
import { assertWithinCashLimits } from "./cash-limits.ts";
import { lockForChange, type OwnerChange, recordAct } from "./change-order.ts";
import { describeEdit, type OrderEdit, priceDiffers, withEdit, writeEdit } from "./edits.ts";
import { isRefundedBefore, readFacts } from "./facts.ts";
import { assertWithinOnlineLimits } from "./online-limits.ts";
import { actorOf } from "./owner.ts";

/** A change as it was computed from the locked order. */
export interface RequestedEdit {
  edit: OrderEdit;
  totalAfter: Dong;
  /** the stock that it takes, for an option */
  takes: { stockId: number; quantity: number } | null;
  /** the days on which the order arrives at its new address; null for an option, and if the job of the change computes them */
  promise: DeliveryPromise | null;
}

interface EditRequest {
  change: OwnerChange;
  /** the total that the customer saw */
  expected: Dong;
  /** computes the change; throws HttpError if it is impossible */
  compute: (tx: Tx, order: Order) => Promise<RequestedEdit>;
}

interface EditContext extends Pick<AppContextWithGateways, "gateways"> {
  change: OwnerChange;
  before: Order;
  /** see {@link lockUnpaidBuyer} */
  buyer: Buyer | null;
  actor: OrderActor;
  limited: boolean;
  now: Date;
}

export const optionShort = (lang: Language, count: number): HttpError =>
  invalidParam("variation_id", t(lang, "self_service.option_short", { count }), "out_of_stock");

/** Stores a change that costs more than was paid: its stock is reserved, and its payment opened. */
async function waitForPayment(
  tx: Tx,
  { edit, totalAfter, takes }: RequestedEdit,
  { gateways, change: { orderId, version, lang }, before, actor, now }: EditContext,
): Promise<void> {
  const method = changeMethod(gateways, before.paymentMethod, subtract(totalAfter, before.total));
  if (!method) throw priceDiffers(lang);
  if (takes) {
    const reserved = await reserveStock(tx, [takes], { reason: "sold", orderId, actor });
    if (!reserved.ok) throw optionShort(lang, reserved.short[0]?.available ?? 0);
  }
  const stored = {
    ...{ orderId, kind: edit.kind, edit, version, totalBefore: before.total, totalAfter, state: "waiting" as const },
    ...{
      stockId: takes?.stockId ?? null,
      quantity: takes?.quantity ?? 0,
      stockReservedUntil: await changeReservedUntil(tx, method, now),
      createdAt: now,
    },
  };
  const id = await insertOrderChange(tx, stored);
  await openChangeAttempt(tx, { ...stored, id }, { method, lang, now });
  const values = { amount: formatDong(subtract(totalAfter, before.total)) };
  await recordAct(tx, orderId, { act: "change_waits", values, notify: false, now });
}

/** The parcel is booked again by a job, which then writes the change. */
const writeLater = (
  tx: Tx,
  { edit, totalAfter }: RequestedEdit,
  { change: { orderId, version }, before, now }: EditContext,
): Promise<number> =>
  insertOrderChange(tx, {
    ...{ orderId, kind: edit.kind, edit, version, totalBefore: before.total, totalAfter, state: "due" },
    ...{ stockId: null, quantity: 0, stockReservedUntil: null, createdAt: now },
  });

/** Books a parcel that the carrier did not accept: it may have been refused for its old address. Call it with the order locked. */
export async function bookIfRefused(
  tx: Tx,
  orderId: number,
  { edit, now }: { edit: OrderEdit; now: Date },
): Promise<void> {
  const [parcel] = edit.kind === "address" ? await shipmentsOf(tx, orderId) : [];
  if (parcel?.status === ownStatuses.refused) await bookShipment(tx, orderId, now);
}

async function writeNow(
  tx: Tx,
  { edit, totalAfter, promise }: RequestedEdit,
  { change: { orderId, lang }, before, buyer, actor, limited, now }: EditContext,
  paid: boolean,
): Promise<void> {
  // a payment that is open at its gateway has the old total; the amount of a transfer is computed when it is shown
  if (!paid && totalAfter !== before.total && !isBankTransfer(before.paymentMethod))
    await closeOpenAttempts(tx, orderId, now);
  const after = await writeEdit(tx, before, edit, { totalAfter, lang, actor, now });
  // its stock is locked by then, as in a submit
  if (!paid) await assertWithinOnlineLimits(tx, after, { before, buyer, lang, limited, now });
  const amount = subtract(before.total, after.total);
  if (paid && !(await refundLowered(tx, { orderId, amount, actor, now }))) throw priceDiffers(lang);
  await bookIfRefused(tx, orderId, { edit, now });
  if (promise) await replacePromise(tx, orderId, promise);
  await recordAct(tx, orderId, { ...describeEdit(before, after, edit), now });
}

/** Whether the order's payments can give back what the change costs less. */
const canRefund = async (tx: Tx, orderId: number, less: Dong): Promise<boolean> =>
  less <= 0 || (await splitRefund(tx, orderId, less)) !== null;

/**
 * Changes an owner's order at the total that the customer saw: at once; by a job where a parcel is booked again; or, if a paid order costs
 * more, after the payment of that, for which its stock is reserved.
 * @throws HttpError 404; 400 above the limits of cash orders and of unpaid ones; 409 `lianne_state`, `payment_in_progress`, `lianne_price_changed` with
 * the total, `lianne_price_differs`
 */
export async function requestEdit(
  shop: AppContextWithGateways,
  { change, expected, compute }: EditRequest,
): Promise<void> {
  const { orderId, lang, owner } = change;
  const now = shop.clock.now();
  const limited = shop.config.rateLimits;
  await shop.db.transaction(async (tx) => {
    const buyer = await lockUnpaidBuyer(tx, orderId, now);
    await lockForChange(tx, change);
    await assertNoCapture(tx, [orderId], { now, lang });
    const before = await findOrder(tx, orderId);
    const facts = (await readFacts(tx, [orderId])).get(orderId);
    if (!before || !facts) throw notFoundIn(lang);
    const { paid } = facts;
    const requested = await compute(tx, before);
    const { edit, totalAfter } = requested;
    if (totalAfter !== expected)
      throw new HttpError(409, "lianne_price_changed", t(lang, "self_service.price_changed"), {
        extra: { total: totalAfter },
      });
    const context = { gateways: shop.gateways, change, before, buyer, actor: actorOf(owner), limited, now };
    if (paid && totalAfter > before.total) return waitForPayment(tx, requested, context);
    if (paid && isRefundedBefore(facts, { kind: edit.kind, lowers: totalAfter < before.total }))
      throw priceDiffers(lang, "refunded");
    if (paid && !(await canRefund(tx, orderId, subtract(before.total, totalAfter)))) throw priceDiffers(lang);
    // the deposit would be more than the order costs
    if (totalAfter < ((await findDeposit(tx, orderId))?.paid ?? 0)) throw priceDiffers(lang);
    const { phone } = before.billing;
    const isMoved = edit.kind === "address";
    const limits = { before, phone, isMoved, lang, limited, now };
    await assertWithinCashLimits(tx, withEdit(before, edit, totalAfter), limits);
    if (edit.kind === "address" && edit.parcelId !== null) await writeLater(tx, requested, context);
    else await writeNow(tx, requested, context, paid);
  });
}
