import type { z } from "zod";
import type { RecordCall, UndoToken } from "#contract/backoffice/order-actions.ts";
import { storedReason } from "#contract/backoffice/order-rules.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { type Acting, type ActionOptions, changeOrder, lockedState } from "./change-order.ts";
import { stageNotAllowed } from "./order-errors.ts";

type CallRecord = z.output<typeof RecordCall>;

const insertCall = (orderId: number, { outcome, callback_at, note = "" }: CallRecord, acting: CallingStaff): Sql => sql`
  insert into order_call (order_id, staff_id, outcome, callback_at, note, at)
  values (${orderId}, ${acting.staffId}, ${outcome}, ${callback_at ? new Date(callback_at) : null}, ${note}, ${acting.now})`;

interface CallingStaff extends Acting {
  staffId: number;
}

/**
 * Records a phone call about an order that waits for its confirmation. `agreed` also confirms the order, and `declined` cancels it.
 * @returns what undoes the confirmation or cancellation; the call stays recorded
 * @throws HttpError 404, 409 unless the order waits for its confirmation, 412, 400
 */
export async function recordCall(
  tx: Tx,
  orderId: number,
  { call, acting, ...options }: { call: CallRecord; acting: CallingStaff } & Pick<ActionOptions, "requireVersion">,
): Promise<UndoToken | null> {
  const { lang, now } = acting;
  const { stage } = await lockedState(tx, orderId, { lang, ...options });
  if (stage !== "to_confirm") throw stageNotAllowed(lang, "call", stage);
  const { outcome, callback_at, note } = call;
  if (callback_at && new Date(callback_at) <= now)
    throw invalidParam("callback_at", t(lang, "workflow_errors.callback_past"));
  await tx.run(insertCall(orderId, call, acting));
  if (outcome === "agreed") return changeOrder(tx, orderId, { action: "confirm", acting, reason: "call" });
  if (outcome !== "declined") return null;
  const cancelReason = "customer";
  return changeOrder(tx, orderId, {
    ...{ action: "cancel", acting, cancelReason, reason: storedReason(cancelReason, note) },
  });
}
