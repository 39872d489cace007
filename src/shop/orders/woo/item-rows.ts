import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { insertCharges, updateCharges } from "../charges.ts";
import { insertLineItems, updateLineItems } from "../line-items.ts";
import type { OrderCharge, OrderLine } from "../order.ts";
import type { UpdatedCharge } from "./charge-changes.ts";
import type { UpdatedLine } from "./line-changes.ts";

/** Compares stored items with those of a write, by id: rows to delete, insert and update. */
function diffById<Item extends { id: number | null }>(before: readonly { id: number }[], after: readonly Item[]) {
  const remaining = new Set(after.map(({ id }) => id));
  return {
    removed: before.map(({ id }) => id).filter((id) => !remaining.has(id)),
    added: after.filter(({ id }) => id === null),
    updated: after.filter(({ id }) => id !== null),
  };
}

async function writeLines(tx: Tx, orderId: number, before: readonly OrderLine[], after: readonly UpdatedLine[]) {
  const { removed, added, updated } = diffById(before, after);
  if (removed.length > 0)
    await tx.run(sql`delete from order_line where order_id = ${orderId} and id = any(${removed}::integer[])`);
  if (updated.length > 0) await tx.run(updateLineItems(orderId, updated));
  if (added.length > 0) await tx.run(insertLineItems(sql`(select ${orderId}::integer id)`, added));
}

async function writeCharges(tx: Tx, orderId: number, before: readonly OrderCharge[], after: readonly UpdatedCharge[]) {
  const { removed, added, updated } = diffById(before, after);
  if (removed.length > 0)
    await tx.run(sql`delete from order_charge where order_id = ${orderId} and id = any(${removed}::integer[])`);
  if (updated.length > 0) await tx.run(updateCharges(orderId, updated));
  if (added.length > 0) await tx.run(insertCharges(sql`(select ${orderId}::integer id)`, added));
}

interface OrderItems<Line, Charge> {
  lines: readonly Line[];
  charges: readonly Charge[];
}

/** Stores the lines, shipping and fees of an order as a write leaves them. */
export async function writeItems(
  tx: Tx,
  orderId: number,
  before: OrderItems<OrderLine, OrderCharge>,
  after: OrderItems<UpdatedLine, UpdatedCharge>,
): Promise<void> {
  await writeLines(tx, orderId, before.lines, after.lines);
  await writeCharges(tx, orderId, before.charges, after.charges);
}
