import { maxTrays } from "#contract/backoffice/packing.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { assignPacking, type Packer } from "./change-packing.ts";

/** The orders of a staff member's batch with their trays, the oldest first: it gets an item that several of them need. */
export const batchOf = (reader: Reader, staffId: number): Promise<{ id: number; tray: number }[]> =>
  reader.all(sql`
    select k.order_id id, k.tray from packing k join order_workflow w on w.order_id = k.order_id
    where k.staff_id = ${staffId} and k.state = 'in_progress' and k.tray is not null order by w.stage_since, k.order_id`);

const oldestFree = async (tx: Tx, count: number): Promise<number[]> => {
  const rows = await tx.all<{ id: number }>(sql`
    select w.order_id id from order_workflow w left join packing k on k.order_id = w.order_id
    where w.stage = 'to_pack' and k.order_id is null order by w.stage_since, w.order_id limit ${count}`);
  return rows.map(({ id }) => id);
};

/**
 * Adds orders to the packer's batch, each in the lowest free tray; without ids the oldest that are not assigned. An order that another
 * staff member takes meanwhile is left out, unless it was named. @throws HttpError 400 for more than 20 orders, 404, 409
 */
export async function startBatch(tx: Tx, { ids, packer }: { ids?: readonly number[]; packer: Packer }): Promise<void> {
  const used = await batchOf(tx, packer.staffId);
  const trays = new Set(used.map(({ tray }) => tray));
  const free = Array.from({ length: maxTrays }, (_, index) => index + 1).filter((tray) => !trays.has(tray));
  const inBatch = new Set(used.map(({ id }) => id));
  const wanted = (ids ?? (await oldestFree(tx, free.length))).filter((id) => !inBatch.has(id));
  if (wanted.length > free.length)
    throw invalidParam("ids", t(packer.lang, "packing_errors.batch_full", { max: maxTrays }));
  // locked in the order of their ids, so that two batches never wait for each other
  for (const id of [...new Set(wanted)].sort((a, b) => a - b)) {
    try {
      await assignPacking(tx, id, { packer, tray: free.shift() ?? null });
    } catch (error) {
      if (ids || !(error instanceof HttpError)) throw error;
    }
  }
}

/** Ends the batch; its orders stay assigned. */
export const endBatch = (tx: Tx, staffId: number): Promise<number> =>
  tx.run(sql`update packing set tray = null where staff_id = ${staffId} and tray is not null`);
