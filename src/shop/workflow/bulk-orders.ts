import { z } from "zod";
import { type BulkAction, bulkActions } from "#contract/backoffice/bulk-orders.ts";
import type { Language } from "#contract/language.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { rebookShipment } from "#shop/fulfilment/index.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { defineTaskKind, type TaskContext } from "#shop/tasks/index.ts";

const BulkInput = z.object({ action: z.enum(bulkActions), note: z.string().optional() });
type BulkContext = TaskContext<z.output<typeof BulkInput>>;
type BulkWork = (tx: Tx, orderId: number, context: BulkContext) => Promise<void>;

/** An order that does not allow the action: the message is its result. */
const rejected = (lang: Language, text: string, values: Record<string, string> = {}): HttpError =>
  new HttpError(409, "lianne_invalid_state", t(lang, `bulk_errors.${text}`, values));

const addNote: BulkWork = async (tx, orderId, { input, staffId, now }) => {
  await tx.run(sql`
    insert into order_note (order_id, author, note, customer_note, created_at, staff_id)
    select ${orderId}, m.name, ${input.note ?? ""}, false, ${now}, m.id from staff m where m.id = ${staffId}`);
};

const bookParcel: BulkWork = async (tx, orderId, { lang, now }) => {
  const booked = await rebookShipment(tx, orderId, now);
  if (booked.ok) return;
  if (booked.reason === "no shipment") throw rejected(lang, "no_parcel");
  throw rejected(lang, "under_way", { code: booked.trackingCode ?? "" });
};

const works: Readonly<Record<BulkAction, BulkWork>> = { add_note: addNote, book_parcels: bookParcel };

/** Background task: one action on many orders. */
export const bulkOrdersTask = defineTaskKind(BulkInput, async (tx, orderId, context) => {
  if (!(await lockOrder(tx, orderId))) throw rejected(context.lang, "no_order");
  await works[context.input.action](tx, orderId, context);
});
