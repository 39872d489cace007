import type { UndoToken } from "#contract/backoffice/order-actions.ts";
import { allowsAction, type OrderAction } from "#contract/backoffice/allowed-actions.ts";
import { parseStoredReason } from "#contract/backoffice/order-rules.ts";
import type { CancelReason } from "#contract/backoffice/reasons.ts";
import type { Stage } from "#contract/stages.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { isFulfillable, lockOrder, type OrderActor, type StoredStatus, transitionOrder } from "#shop/orders/index.ts";
import { orderNotFound, outOfStock, stageNotAllowed } from "./order-errors.ts";
import { storeUndo, takeSnapshot, withOwnJobs } from "./undo-token.ts";

/** The actor of an action. */
export interface Acting {
  actor: OrderActor;
  /** whose undo is offered; null: the action cannot be undone, and its emails and bookings do not wait */
  undoBy: number | null;
  lang: Language;
  now: Date;
}

export interface ActionOptions {
  /** for the order's history */
  reason?: string;
  /** of a cancellation, for the customer's email */
  cancelReason?: CancelReason;
  /** returns the money of an order that is cancelled, which cannot be undone */
  refund?: (tx: Tx) => Promise<void>;
  /** checks the version that the client has loaded, with the order locked */
  requireVersion?: () => Promise<void>;
}

const readState = (reader: Reader, orderId: number): Promise<{ status: StoredStatus; stage: Stage } | undefined> =>
  reader.one(sql`
    select o.status, w.stage from orders o join order_workflow w on w.order_id = o.id where o.id = ${orderId}`);

/** Locks an order and reads its state. @throws HttpError 404, 412 */
export async function lockedState(
  tx: Tx,
  orderId: number,
  { lang, requireVersion }: { lang: Language } & Pick<ActionOptions, "requireVersion">,
): Promise<{ status: StoredStatus; stage: Stage }> {
  const state = (await lockOrder(tx, orderId)) ? await readState(tx, orderId) : undefined;
  if (!state) throw orderNotFound(lang);
  await requireVersion?.();
  return state;
}

/** The status that the order had before its present one, if it can have it again; otherwise it waits for a confirmation. */
async function previousStatus(reader: Reader, orderId: number, status: StoredStatus): Promise<StoredStatus> {
  const last = await reader.one<{ from: StoredStatus | null }>(sql`
    select from_status "from" from order_event where order_id = ${orderId} and to_status = ${status} order by id desc limit 1`);
  const from = last?.from ?? null;
  if (from === null || from === status) return "pending";
  return isFulfillable(from) || status === "trash" ? from : "pending";
}

const targets = { confirm: "processing", hold: "on-hold", cancel: "cancelled" } as const;

/** A packing is discarded when its order leaves `processing`. */
const discardPacking = (tx: Tx, orderId: number): Promise<number> =>
  tx.run(sql`delete from packing where order_id = ${orderId}`);

/** What an action can end permanently, since money is returned with it. */
interface EndableRow {
  deposit: string | null;
  refunds: number;
  changes: number;
}

const readEndable = (reader: Reader, orderId: number): Promise<EndableRow | undefined> =>
  reader.one<EndableRow>(sql`
    select (select d.state from deposit d where d.order_id = ${orderId} and d.state in ('waiting', 'paid')) deposit,
      (select count(*)::integer from refund r where r.order_id = ${orderId}) refunds,
      (select count(*)::integer from order_change c where c.order_id = ${orderId} and c.state = 'waiting') changes`);

/**
 * Whether an action has ended the request for a deposit or a change that waits for its payment, or returns a deposit or parts of a transfer. None
 * of it can be undone.
 */
async function hasEnded(reader: Reader, orderId: number, before: EndableRow | undefined): Promise<boolean> {
  const now = await readEndable(reader, orderId);
  if (!before || !now) return false;
  const depositEnded = before.deposit !== null && now.deposit !== before.deposit;
  return depositEnded || now.refunds > before.refunds || now.changes < before.changes;
}

/**
 * Confirms, holds, cancels or restores an order, with all that follows from its new status. Until the end of the time for undo its emails,
 * bookings and other jobs wait.
 * @returns what undoes it; null without {@link Acting.undoBy}, and if money is returned with it
 * @throws HttpError 404, 409 `lianne_invalid_state` with `data.state`, 412, 400 with the lines that are out of stock
 */
export async function changeOrder(
  tx: Tx,
  orderId: number,
  { action, acting, ...options }: { action: OrderAction; acting: Acting } & ActionOptions,
): Promise<UndoToken | null> {
  const { actor, undoBy, lang, now } = acting;
  const { reason = "", cancelReason, refund } = options;
  const state = await lockedState(tx, orderId, { lang, ...options });
  if (!allowsAction(action, state)) throw stageNotAllowed(lang, action, state.stage);
  const before = await takeSnapshot(tx, orderId);
  if (!before) throw orderNotFound(lang);
  const endable = await readEndable(tx, orderId);
  const to = action === "restore" ? await previousStatus(tx, orderId, state.status) : targets[action];
  const { actionId } = await withOwnJobs(tx, async () => {
    await refund?.(tx);
    const moved = await transitionOrder(tx, orderId, to, { actor, reason, now, ...(cancelReason && { cancelReason }) });
    if (!moved.ok && moved.reason === "out of stock") throw await outOfStock(tx, orderId, { short: moved.short, lang });
    if (!moved.ok) throw stageNotAllowed(lang, action, state.stage);
    if (to !== "processing") await discardPacking(tx, orderId);
  });
  if (undoBy === null || refund || (await hasEnded(tx, orderId, endable))) return null;
  return storeUndo(tx, { staffId: undoBy, orderId, action, before, after: to, actionId, now });
}

/**
 * Sets any status, for a reason. Its effects begin at once and cannot be undone.
 * @throws HttpError 404, 412, 400 with the lines that are out of stock
 */
export async function setOrderStatus(
  tx: Tx,
  orderId: number,
  {
    to,
    acting,
    reason,
    ...options
  }: { to: StoredStatus; acting: Acting; reason: string } & Pick<ActionOptions, "requireVersion">,
): Promise<void> {
  const { actor, lang, now } = acting;
  await lockedState(tx, orderId, { lang, ...options });
  // for the customer's email, as if the order had been cancelled by its own action
  const cancelReason = parseStoredReason(reason)?.reason;
  const moved = await transitionOrder(tx, orderId, to, { actor, reason, now, ...(cancelReason && { cancelReason }) });
  if (!moved.ok && moved.reason === "out of stock") throw await outOfStock(tx, orderId, { short: moved.short, lang });
  if (!moved.ok) throw orderNotFound(lang);
  // that of a completed order stays as its record
  if (to !== "processing" && to !== "completed") await discardPacking(tx, orderId);
}
