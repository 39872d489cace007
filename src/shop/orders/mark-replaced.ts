import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { addOrderNote } from "./note-order.ts";

/**
 * Records that the customer places another order, in this transaction, instead of one that was not paid. Call it with the
 * order locked.
 */
export async function markReplaced(
  tx: Tx,
  orderId: number,
  { replacedBy, now }: { replacedBy: number; now: Date },
): Promise<void> {
  await tx.run(sql`update orders set replaced_by = ${replacedBy}, modified_at = ${now} where id = ${orderId}`);
  await addOrderNote(tx, orderId, t("vi", "order_notes.replaced", { order: replacedBy }), now);
}
