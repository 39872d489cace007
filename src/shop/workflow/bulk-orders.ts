import { z } from "zod";
import { type BulkAction, bulkActions } from "#contract/backoffice/bulk-actions.ts";
import { storedReason } from "#contract/backoffice/order-rules.ts";
import { cancelReasons } from "#contract/backoffice/reasons.ts";
import type { Language } from "#contract/language.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { rebookShipment } from "#shop/fulfilment/index.ts";
import { lockOrder, requireVersion } from "#shop/orders/index.ts";
import { defineTaskKind, type TaskContext } from "#shop/tasks/index.ts";
import { type ActionOptions, changeOrder } from "./change-order.ts";
import { orderNotFound } from "./order-errors.ts";

const BulkInput = z.object({
  action: z.enum(bulkActions),
  note: z.string().optional(),
  reason: z.string().optional(),
  /** by the order's id */
  versions: z.record(z.string(), z.string()).optional(),
});
type BulkContext = TaskContext<z.output<typeof BulkInput>>;
type BulkWork = (tx: Tx, orderId: number, context: BulkContext) => Promise<void>;

/** An order that does not allow the action: the message is its result. */
const rejected = (lang: Language, text: string, values: Record<string, string> = {}): HttpError =>
  new HttpError(409, "lianne_invalid_state", t(lang, `bulk_errors.${text}`, values));

/** Emails and bookings of a bulk action do not wait: its progress is shown, and it can be stopped. */
async function change(
  tx: Tx,
  orderId: number,
  { action, context, ...options }: { action: "confirm" | "hold" | "cancel"; context: BulkContext } & ActionOptions,
): Promise<void> {
  const { staffId, lang, now, input } = context;
  const loaded = input.versions?.[orderId] ?? null;
  await changeOrder(tx, orderId, {
    action,
    acting: { actor: `staff:${staffId}`, undoBy: null, lang, now },
    // the result of a task is a message, without the order
    requireVersion: () => requireVersion(tx, orderId, { loaded, lang, current: async () => null }),
    ...options,
  });
}

const cancel: BulkWork = (tx, orderId, context) => {
  const { reason, note } = context.input;
  const cancelReason = cancelReasons.find((one) => one === reason) ?? "other";
  return change(tx, orderId, { action: "cancel", context, cancelReason, reason: storedReason(cancelReason, note) });
};

const addNote: BulkWork = async (tx, orderId, { input, staffId, now }) => {
  await tx.run(sql`
    insert into order_note (order_id, author, note, customer_note, created_at, staff_id)
    select ${orderId}, m.name, ${input.note ?? ""}, false, ${now}, m.id from staff m where m.id = ${staffId}`);
};

const bookParcel: BulkWork = async (tx, orderId, { lang, now }) => {
  const open = await tx.one(sql`
    select from order_workflow where order_id = ${orderId} and stage in ('to_pack', 'to_hand_over', 'delivery_problem')`);
  if (!open) throw rejected(lang, "no_parcel");
  const booked = await rebookShipment(tx, orderId, now);
  if (booked.ok) return;
  if (booked.reason === "no shipment") throw rejected(lang, "no_parcel");
  throw rejected(lang, "under_way", { code: booked.trackingCode ?? "" });
};

const works: Readonly<Record<BulkAction, BulkWork>> = {
  confirm: (tx, orderId, context) => change(tx, orderId, { action: "confirm", context, reason: "without_call" }),
  hold: (tx, orderId, context) => change(tx, orderId, { action: "hold", context, reason: context.input.reason ?? "" }),
  cancel,
  add_note: addNote,
  book_parcels: bookParcel,
};

/** Background task: one action on many orders. */
export const bulkOrdersTask = defineTaskKind(BulkInput, async (tx, orderId, context) => {
  if (!(await lockOrder(tx, orderId))) throw orderNotFound(context.lang);
  await works[context.input.action](tx, orderId, context);
});
