import type { Dong } from "#contract/money.ts";
import type { ChangeKind, ChangeState } from "#contract/self-service-rules.ts";
import { releaseStock } from "#shop/catalog/index.ts";
import { json, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";

/** Outbox kind of the jobs that apply changes which are paid, or need the carrier. */
export const orderChangeJobKind = "order-change";

/** A customer's change of an order that is not applied at once: it waits for its payment, or for its job. */
export interface OrderChange {
  id: number;
  orderId: number;
  kind: ChangeKind;
  /** what is written to the order; `{}` after the end */
  edit: unknown;
  /** of the order that the customer saw */
  version: string;
  totalBefore: Dong;
  totalAfter: Dong;
  state: ChangeState;
  reason: string;
  /** its job has begun to book the parcel again: a refusal has to withdraw that */
  begun: boolean;
  /** reserved while it waits */
  stockId: number | null;
  quantity: number;
  stockReservedUntil: Date | null;
  createdAt: Date;
  /** when it could be applied first: at its request, or its payment */
  dueAt: Date;
}

const columns: Sql = sql`c.id, c.order_id "orderId", c.kind, c.edit, c.version, c.total_before "totalBefore", c.total_after "totalAfter",
  c.state, c.reason, c.begun, c.stock_id "stockId", c.quantity, c.hold_until "stockReservedUntil", c.created_at "createdAt",
  coalesce((select max(p.settled_at) from payment p where p.order_change_id = c.id and p.status = 'succeeded'), c.created_at) "dueAt"`;

/** Stores a change. Call it with the order locked, which has no open one. @returns its id */
export async function insertOrderChange(
  tx: Tx,
  change: Omit<OrderChange, "id" | "reason" | "begun" | "dueAt">,
): Promise<number> {
  const { orderId, kind, edit, version, totalBefore, totalAfter, state, stockId, quantity, stockReservedUntil } =
    change;
  const row = await tx.one<{ id: number }>(sql`
    insert into order_change (order_id, kind, edit, version, total_before, total_after, state, stock_id, quantity, hold_until, created_at)
    values (${orderId}, ${kind}, ${json(edit)}::jsonb, ${version}, ${totalBefore}, ${totalAfter}, ${state}, ${stockId}::integer,
      ${quantity}, ${stockReservedUntil}::timestamptz, ${change.createdAt}) returning id`);
  if (!row) throw new Error("order change: insert returned no row");
  if (state === "due") await enqueueOrderChange(tx, row.id);
  return row.id;
}

/** Enqueues the job that applies a change. */
const enqueueOrderChange = (tx: Tx, changeId: number): Promise<number> =>
  enqueue(tx, orderChangeJobKind, { changeId }, { uniqueKey: `${orderChangeJobKind}:${changeId}` });

export const findOrderChange = (reader: Reader, id: number): Promise<OrderChange | undefined> =>
  reader.one(sql`select ${columns} from order_change c where c.id = ${id}`);

/** Whether the change that an attempt pays still waits for it; null for an attempt that pays the order itself. */
export async function paidChangeState(reader: Reader, id: number | null): Promise<"waiting" | "ended" | null> {
  if (id === null) return null;
  return (await findOrderChange(reader, id))?.state === "waiting" ? "waiting" : "ended";
}

/** The change of an order that waits, or is being applied. */
export const openChangeOf = (reader: Reader, orderId: number): Promise<OrderChange | undefined> =>
  reader.one(
    sql`select ${columns} from order_change c where c.order_id = ${orderId} and c.state in ('waiting', 'due')`,
  );

/** The changes whose time to pay has ended. */
export const findUnpaidChanges = (reader: Reader, now: Date): Promise<OrderChange[]> =>
  reader.all(
    sql`select ${columns} from order_change c where c.state = 'waiting' and c.hold_until <= ${now} order by c.id limit 50`,
  );

/** A change is paid: its job applies it. Call it with the order locked. @returns false if it does not wait any more */
export async function markChangePaid(tx: Tx, id: number): Promise<boolean> {
  const paid = await tx.run(sql`update order_change set state = 'due' where id = ${id} and state = 'waiting'`);
  if (paid > 0) await enqueueOrderChange(tx, id);
  return paid > 0;
}

/** Marks that the carrier is called about a change, and stores its edit as it is then. Call it with the order locked. */
export const markChangeBegun = (tx: Tx, id: number, edit: unknown): Promise<number> =>
  tx.run(sql`update order_change set begun = true, edit = ${json(edit)}::jsonb where id = ${id}`);

/** Returns what is reserved for a change to stock. Call it with the order locked, once. */
export async function releaseChangeStock(tx: Tx, { orderId, stockId, quantity }: OrderChange): Promise<void> {
  if (stockId === null || quantity === 0) return;
  await releaseStock(tx, [{ stockId, quantity }], { reason: "cancelled", orderId, actor: "job" });
}

/** Ends an open change. Its stock is released before. Call it with the order locked. */
export const endOrderChange = (
  tx: Tx,
  { id }: Pick<OrderChange, "id">,
  { state, reason = "" }: { state: Exclude<ChangeState, "waiting" | "due">; reason?: string },
): Promise<number> =>
  tx.run(sql`
    update order_change set state = ${state}, reason = ${reason}, edit = '{}', stock_id = null
    where id = ${id} and state in ('waiting', 'due')`);
