import type { Language } from "#contract/language.ts";
import { hashToken } from "#shop/kernel/base/secrets.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { restorePromise } from "#shop/delivery-promise/index.ts";
import { shipmentJobKind } from "#shop/fulfilment/index.ts";
import { mailKind } from "#shop/mail/index.ts";
import { lockOrder, type OrderActor, type StoredStatus, transitionOrder } from "#shop/orders/index.ts";
import { outOfStock, undoExpired, undoOutdated } from "./order-errors.ts";
import { type OrderSnapshot, withOwnJobs } from "./undo-token.ts";

interface UndoRow {
  staffId: number;
  orderId: number;
  /** `jobs`: how many the action enqueued */
  before: OrderSnapshot & { jobs: number };
  after: StoredStatus;
  actionId: string;
  expiresAt: Date;
}

/** Deletes the jobs of an action, none of which has run yet. @throws HttpError 410 if one has */
async function deleteJobs(tx: Tx, { actionId, before }: UndoRow, lang: Language): Promise<void> {
  const deleted = await tx.run(sql`
    delete from outbox where request_id = ${actionId} and done_at is null and failed_at is null and attempts = 0`);
  if (deleted < before.jobs) throw undoExpired(lang);
}

/** The parcels as they were; what the carrier has reported meanwhile stays. */
async function restoreParcels(tx: Tx, orderId: number, { parcels }: OrderSnapshot, now: Date): Promise<void> {
  await tx.run(sql`
    delete from parcel where order_id = ${orderId} and id <> all(${parcels.map(({ id }) => id)}::integer[]) and sent_at is null`);
  for (const { id, status, cancelRequestedAt, failure } of parcels)
    await tx.run(sql`
      update parcel set status = ${status}, failure = ${failure}, cancel_requested_at = ${cancelRequestedAt}::timestamptz, updated_at = ${now}
      where id = ${id} and status in ('cancel', 'to_book', ${status}) and (status, failure, cancel_requested_at)
        is distinct from (${status}::text, ${failure}::text, ${cancelRequestedAt}::timestamptz)`);
}

const restoreOrder = (tx: Tx, orderId: number, before: OrderSnapshot): Promise<number> =>
  tx.run(sql`
    update orders set paid_at = ${before.paidAt}::timestamptz, completed_at = ${before.completedAt}::timestamptz,
      stock_reserved_until = ${before.reservedUntil}::timestamptz
    where id = ${orderId}`);

/** The order waits since the time that it had before, not since the undo: it stays late. */
async function restoreWaitingTime(tx: Tx, orderId: number, { stage, stageSince }: OrderSnapshot): Promise<void> {
  if (stage && stageSince)
    await tx.run(sql`
      update order_workflow set stage_since = ${stageSince}::timestamptz where order_id = ${orderId} and stage = ${stage}`);
}

async function restorePacking(tx: Tx, orderId: number, { packing }: OrderSnapshot): Promise<void> {
  if (!packing) return;
  const { state, staffId, at, weightG, boxId = null, cm, extras = [], ticks } = packing;
  const restored = await tx.run(sql`
    insert into packing (order_id, state, staff_id, at, weight_g, box_id, length_cm, width_cm, height_cm, extras)
    values (${orderId}, ${state}, ${staffId}, ${at}::timestamptz, ${weightG},
      (select id from packing_box where id = ${boxId}::integer), ${cm?.length ?? null}, ${cm?.width ?? null},
      ${cm?.height ?? null}, ${extras}::text[]) on conflict (order_id) do nothing`);
  if (restored === 0) return;
  await tx.run(sql`
    insert into packing_tick (order_id, line_id, staff_id, at, quantity)
    select ${orderId}, t.line_id, t.staff_id, t.at, t.quantity
    from jsonb_to_recordset(${json(ticks)}::jsonb) t (line_id integer, staff_id integer, at timestamptz, quantity integer)
    on conflict do nothing`);
}

/** The customer gets no email about an action that was undone. */
const deleteEmails = (tx: Tx, actionId: string): Promise<number> =>
  tx.run(
    sql`delete from outbox where request_id = ${actionId} and done_at is null and failed_at is null and kind = ${mailKind}`,
  );

/**
 * Undoes an action of the same staff member: the order has its earlier status, stock, payment, parcels and packing again, or its earlier
 * delivery promise, and what the action would have sent is never sent.
 * @returns the order's id
 * @throws HttpError 410 `lianne_undo_expired`, 409 if the order was changed since, 400 if its stock was sold meanwhile
 */
export async function undoAction(
  tx: Tx,
  token: string,
  { staffId, actor, lang, now }: { staffId: number; actor: OrderActor; lang: Language; now: Date },
): Promise<number> {
  const found = await tx.one<{ orderId: number }>(sql`
    select order_id "orderId" from staff_undo where token_hash = ${hashToken(token)} and staff_id = ${staffId}`);
  // the order first, as every action locks it
  if (!found || !(await lockOrder(tx, found.orderId))) throw undoExpired(lang);
  const [undo] = await tx.all<UndoRow>(sql`
    delete from staff_undo where token_hash = ${hashToken(token)}
    returning staff_id "staffId", order_id "orderId", before, after_status "after", request_id "actionId", expires_at "expiresAt"`);
  if (!undo || undo.expiresAt <= now) throw undoExpired(lang);
  const { orderId, before, after } = undo;
  const current = await tx.one<{ status: StoredStatus }>(sql`select status from orders where id = ${orderId}`);
  if (current?.status !== after) throw undoOutdated(lang, current?.status ?? "");
  await deleteJobs(tx, undo, lang);
  if (before.promise) {
    if (!(await restorePromise(tx, orderId, before.promise))) throw undoOutdated(lang, after);
    return orderId;
  }
  const { actionId: ownId } = await withOwnJobs(tx, async () => {
    const moved = await transitionOrder(tx, orderId, before.status, { actor, reason: "undo", now });
    if (!moved.ok && moved.reason === "out of stock") throw await outOfStock(tx, orderId, { short: moved.short, lang });
    if (!moved.ok) throw undoOutdated(lang, after);
  });
  // the transition may have booked a parcel for an order that had none under way
  await tx.run(sql`
    delete from outbox where request_id = ${ownId} and done_at is null and failed_at is null and kind = ${shipmentJobKind}`);
  await restoreParcels(tx, orderId, before, now);
  await restoreOrder(tx, orderId, before);
  await restorePacking(tx, orderId, before);
  await restoreWaitingTime(tx, orderId, before);
  await deleteEmails(tx, ownId);
  return orderId;
}
