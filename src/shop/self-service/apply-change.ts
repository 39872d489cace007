import { z } from "zod";
import type { ChangeObstacle } from "#contract/self-service-rules.ts";
import { dong, max, subtract } from "#contract/money.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import { type DeliveryPromise, replacePromise } from "#shop/delivery-promise/index.ts";
import {
  findBookedParcel,
  findOtherParcel,
  type ReplacedParcel,
  replaceParcel,
  storeReplacement,
  withdrawReplacement,
} from "#shop/fulfilment/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { secondMs } from "#shop/kernel/base/clock.ts";
import type { Reader, Tx } from "#shop/kernel/db/database.ts";
import { type OutboxHandler, RescheduleJob } from "#shop/kernel/jobs/jobs.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { emailMerchant } from "#shop/mail/index.ts";
import {
  addOrderNote,
  endOrderChange,
  findOrder,
  findOrderChange,
  isFulfillable,
  lockOrder,
  markChangeBegun,
  type Order,
  type OrderActor,
  type OrderChange,
  releaseChangeStock,
} from "#shop/orders/index.ts";
import { refundLowered, returnChangePayment } from "#shop/payment-flow/index.ts";
import { findDeposit } from "#shop/payments/index.ts";
import { recordAct } from "./change-order.ts";
import { describeEdit, OrderEdit, withEdit, writeEdit } from "./edits.ts";
import { isLocked, isRefundedBefore, readFacts } from "./facts.ts";
import { promiseFor } from "./promise-for.ts";
import { bookIfRefused } from "./request-edit.ts";

const Payload = z.object({ changeId: z.int() });

const newCodeOf = ({ id, orderId }: OrderChange): string => `LIANNE-${orderId}-C${id}`;

/** The parcel that a change books again; null if it books none. */
const parcelOf = (edit: OrderEdit): number | null => (edit.kind === "address" ? edit.parcelId : null);

/** The order stays as it was; what was paid for the change is returned, and what its job has booked is cancelled. */
async function refuse(
  tx: Tx,
  change: OrderChange,
  { reason, carrier, now }: { reason: ChangeObstacle; carrier?: string | undefined; now: Date },
): Promise<void> {
  const { orderId } = change;
  const edit = OrderEdit.safeParse(change.edit);
  const parcelId = edit.success ? parcelOf(edit.data) : null;
  if (change.begun && parcelId !== null)
    await withdrawReplacement(tx, { parcelId, clientOrderCode: newCodeOf(change), now });
  await releaseChangeStock(tx, change);
  await returnChangePayment(tx, change, now);
  await endOrderChange(tx, change, { state: "refused", reason });
  const note = t("vi", `change_refused.${reason}`, { carrier: carrier || "–" });
  await addOrderNote(tx, orderId, note, now);
  await emailMerchant(tx, { orderId, kind: "customer_change", values: { change: note } });
}

/** Why an order cannot be changed any more; null if it can. */
async function obstacleOf(
  reader: Reader,
  { orderId, version, kind, totalBefore, totalAfter }: OrderChange,
): Promise<ChangeObstacle | null> {
  const facts = (await readFacts(reader, [orderId])).get(orderId);
  if (!facts) return "changed";
  if (isLocked(facts)) return "packed";
  const isSame = facts.version === version && isFulfillable(facts.status) && !facts.refundRequested;
  return isSame && !isRefundedBefore(facts, { kind, lowers: totalAfter < totalBefore }) ? null : "changed";
}

/** Locks the order of a change that is to be applied. Undefined if that is done, or was refused. */
async function lockDue(tx: Tx, id: number, orderId: number): Promise<OrderChange | undefined> {
  const change = (await lockOrder(tx, orderId)) ? await findOrderChange(tx, id) : undefined;
  return change?.state === "due" ? change : undefined;
}

/**
 * The edit with the parcel that the order has now: since the request, and since an earlier run of the job, another one may have been booked.
 * One whose cancellation was sent is not booked any more, and stays the one that is replaced until there is another.
 */
async function beginEdit(tx: Tx, { id, orderId, begun }: OrderChange, edit: OrderEdit): Promise<OrderEdit> {
  if (edit.kind !== "address") return edit;
  const booked = await findBookedParcel(tx, orderId);
  const current = { ...edit, parcelId: begun ? (booked ?? edit.parcelId) : booked };
  if (current.parcelId !== null && (!begun || current.parcelId !== edit.parcelId))
    await markChangeBegun(tx, id, current);
  return current;
}

/** @returns the order and what is written to it; undefined if the change is refused */
const begin = (
  shop: AppContext,
  { id, orderId }: OrderChange,
  requested: OrderEdit,
): Promise<{ order: Order; edit: OrderEdit } | undefined> =>
  shop.db.transaction(async (tx) => {
    const change = await lockDue(tx, id, orderId);
    if (!change) return undefined;
    const reason = await obstacleOf(tx, change);
    if (reason) return void (await refuse(tx, change, { reason, now: shop.clock.now() }));
    const edit = await beginEdit(tx, change, requested);
    const order = await findOrder(tx, orderId);
    return order && { order, edit };
  });

interface Finish {
  edit: OrderEdit;
  parcel: ReplacedParcel | null;
  promise: DeliveryPromise | null;
}

const otherParcelMs = 5 * secondMs;

/** A parcel that was booked while the carrier was called may have the old address: the next run of the job replaces it. @throws RescheduleJob */
async function assertNoOtherParcel(
  tx: Tx,
  orderId: number,
  { edit, now }: { edit: OrderEdit; now: Date },
): Promise<void> {
  if (edit.kind !== "address") return;
  if ((await findOtherParcel(tx, orderId, edit.parcelId)) === null) return;
  throw new RescheduleJob(new Date(now.getTime() + otherParcelMs));
}

/**
 * Writes the change in one transaction, with its parcel, its refund and its history. What staff have changed while the carrier was called
 * stays: then the change is refused, and the parcel is booked for the order as they left it.
 * @throws RescheduleJob if another parcel was booked meanwhile
 */
async function finish(tx: Tx, shop: AppContext, change: OrderChange, { edit, parcel, promise }: Finish): Promise<void> {
  const now = shop.clock.now();
  const { orderId } = change;
  const before = await findOrder(tx, orderId);
  const reason = await obstacleOf(tx, change);
  if (!before || reason) return refuse(tx, change, { reason: reason ?? "changed", now });
  await assertNoOtherParcel(tx, orderId, { edit, now });
  const actor: OrderActor = `customer:${before.customerId ?? 0}`;
  const paid = (await readFacts(tx, [orderId])).get(orderId)?.paid ?? false;
  // the same units are taken again below, by the order itself
  await releaseChangeStock(tx, change);
  const after = await writeEdit(tx, before, edit, { totalAfter: change.totalAfter, lang: "vi", actor, now });
  const amount = subtract(before.total, after.total);
  if (paid && !(await refundLowered(tx, { orderId, amount, actor, now })))
    throw new Error(`order ${orderId} costs less than was paid, and no payment can give that back`);
  if (parcel) await storeReplacement(tx, shop, parcel);
  else await bookIfRefused(tx, orderId, { edit, now });
  if (promise) await replacePromise(tx, orderId, promise);
  await endOrderChange(tx, change, { state: "applied" });
  await recordAct(tx, orderId, { ...describeEdit(before, after, edit), now });
}

async function replaceBooked(shop: AppContext, change: OrderChange, order: Order, edit: OrderEdit) {
  const parcelId = parcelOf(edit);
  if (parcelId === null) return { ok: true as const, parcel: null };
  const paid = (await readFacts(shop.db, [order.id])).get(order.id)?.paid ?? false;
  const deposit = (await findDeposit(shop.db, order.id))?.paid ?? dong(0);
  return replaceParcel(shop, {
    order: withEdit(order, edit, change.totalAfter),
    parcelId,
    clientOrderCode: newCodeOf(change),
    codAmount:
      !paid && isCashMethod(order.paymentMethod) ? max(dong(0), subtract(change.totalAfter, deposit)) : dong(0),
    since: change.dueAt,
  });
}

async function refuseDue(
  shop: AppContext,
  { id, orderId }: OrderChange,
  { reason, carrier }: { reason: ChangeObstacle; carrier?: string },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const change = await lockDue(tx, id, orderId);
    if (change) await refuse(tx, change, { reason, carrier, now: shop.clock.now() });
  });
}

/** @throws RescheduleJob without the carrier's response */
async function apply(shop: AppContext, change: OrderChange): Promise<void> {
  const { id, orderId } = change;
  const requested = OrderEdit.safeParse(change.edit);
  if (!requested.success) return refuseDue(shop, change, { reason: "changed" });
  const begun = await begin(shop, change, requested.data);
  if (!begun) return;
  const { order, edit } = begun;
  const replaced = await replaceBooked(shop, change, order, edit);
  if (!replaced.ok) return refuseDue(shop, change, { reason: "carrier", carrier: replaced.reason });
  const promise = edit.kind === "address" ? await promiseFor(shop, order.lines, edit.location) : null;
  try {
    await shop.db.transaction(async (tx) => {
      const current = await lockDue(tx, id, orderId);
      if (current) await finish(tx, shop, current, { edit, parcel: replaced.parcel, promise });
    });
  } catch (error) {
    // the option was deleted or sold meanwhile, or the order has no cost of delivery any more
    if (error instanceof HttpError && replaced.parcel === null) return refuseDue(shop, change, { reason: "changed" });
    throw error;
  }
}

/**
 * Handler of the jobs that apply customers' changes: books the parcel again at the carrier, then writes the change. Idempotent. What the
 * order does not allow any more, the carrier does not accept, or fails in all attempts, is refused, and its payment returned.
 * @throws RescheduleJob without the carrier's response, and for a parcel that was booked meanwhile
 */
export const applyChangeJob =
  (shop: AppContext): OutboxHandler =>
  async (payload, { isLastAttempt }) => {
    const change = await findOrderChange(shop.db, Payload.parse(payload).changeId);
    if (change?.state !== "due") return;
    try {
      await apply(shop, change);
    } catch (error) {
      // the order must not wait for what does not come; the error still is in the list of failed jobs
      if (isLastAttempt && !(error instanceof RescheduleJob)) await refuseDue(shop, change, { reason: "failed" });
      throw error;
    }
  };
