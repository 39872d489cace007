import { randomBytes } from "node:crypto";
import type { Stage } from "#contract/stages.ts";
import type { UndoToken } from "#contract/backoffice/order-actions.ts";
import type { OrderAction } from "#contract/backoffice/allowed-actions.ts";
import { undoMs } from "#contract/backoffice/order-rules.ts";
import { hashToken, newToken } from "#shop/kernel/base/secrets.ts";
import { json, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { requestId } from "#shop/kernel/observability/request-context.ts";
import type { PromiseBefore } from "#shop/delivery-promise/index.ts";
import type { StoredStatus } from "#shop/orders/index.ts";

/** What undoing an action restores. JSON: times are texts. */
export interface OrderSnapshot {
  status: StoredStatus;
  paidAt: string | null;
  completedAt: string | null;
  reservedUntil: string | null;
  /** missing in what an earlier version has stored */
  stage?: Stage;
  stageSince?: string;
  parcels: { id: number; status: string; cancelRequestedAt: string | null; failure: string }[];
  packing: {
    state: string;
    staffId: number | null;
    at: string;
    weightG: number | null;
    /** missing, as those below, in what an earlier version has stored */
    boxId?: number | null;
    cm?: { length: number | null; width: number | null; height: number | null };
    extras?: string[];
    ticks: { line_id: number; staff_id: number | null; at: string; quantity: number }[];
  } | null;
  /** of a changed delivery promise alone */
  promise?: PromiseBefore;
}

/** The state of an order before an action. Call it with the order locked. */
export const takeSnapshot = (reader: Reader, orderId: number): Promise<OrderSnapshot | undefined> =>
  reader.one<OrderSnapshot>(sql`
    select o.status, to_jsonb(o.paid_at) "paidAt", to_jsonb(o.completed_at) "completedAt", to_jsonb(o.stock_reserved_until) "reservedUntil",
      (select w.stage from order_workflow w where w.order_id = o.id) stage,
      (select to_jsonb(w.stage_since) from order_workflow w where w.order_id = o.id) "stageSince",
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'status', p.status, 'cancelRequestedAt', p.cancel_requested_at,
        'failure', p.failure)) from parcel p where p.order_id = o.id), '[]') parcels,
      (select jsonb_build_object('state', k.state, 'staffId', k.staff_id, 'at', k.at, 'weightG', k.weight_g, 'boxId', k.box_id,
        'extras', k.extras, 'cm', jsonb_build_object('length', k.length_cm, 'width', k.width_cm, 'height', k.height_cm),
        'ticks', coalesce((select jsonb_agg(jsonb_build_object('line_id', t.line_id, 'staff_id', t.staff_id, 'at', t.at,
          'quantity', t.quantity)) from packing_tick t where t.order_id = k.order_id), '[]'))
        from packing k where k.order_id = o.id) packing
    from orders o where o.id = ${orderId}`);

/** A value for `outbox.request_id` that only one action has, also where one request carries out several. */
const newActionId = (): string => `${requestId().slice(0, 50)}-${randomBytes(4).toString("hex")}`;

const setRequestId = (id: Sql): Sql => sql`select set_config('lianne.request', ${id}, true)`;

/**
 * Runs the work of one action, whose outbox jobs then have an id of their own.
 * @returns the result, and the id
 */
export async function withOwnJobs<T>(tx: Tx, work: () => Promise<T>): Promise<{ result: T; actionId: string }> {
  const actionId = newActionId();
  const before = await tx.one<{ id: string | null }>(sql`select current_setting('lianne.request', true) id`);
  await tx.run(setRequestId(sql`${actionId}`));
  const result = await work();
  await tx.run(setRequestId(sql`${before?.id ?? ""}`));
  return { result, actionId };
}

export interface NewUndo {
  staffId: number;
  orderId: number;
  action: OrderAction | "promise";
  before: OrderSnapshot;
  after: StoredStatus;
  actionId: string;
  now: Date;
}

/** Stores what undoes an action, and lets its outbox jobs wait as long as it can be undone. */
export async function storeUndo(tx: Tx, undo: NewUndo): Promise<UndoToken> {
  const { staffId, orderId, action, before, after, actionId, now } = undo;
  const token = newToken();
  const until = new Date(now.getTime() + undoMs);
  const jobs = await tx.run(
    sql`update outbox set run_after = ${until} where request_id = ${actionId} and done_at is null and failed_at is null`,
  );
  await tx.run(sql`
    insert into staff_undo (token_hash, staff_id, order_id, action, before, after_status, request_id, expires_at)
    values (${hashToken(token)}, ${staffId}, ${orderId}, ${action}, ${json({ ...before, jobs })}::jsonb, ${after}, ${actionId}, ${until})`);
  return { token, until: until.toISOString() };
}

/** Deletes what can no longer be undone. */
export const sweepUndo = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from staff_undo where expires_at < ${now}`);
