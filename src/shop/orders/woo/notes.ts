import type { z } from "zod";
import type { Language } from "#contract/language.ts";
import type { CreateNote, NotesQuery, OrderNote } from "#contract/woo/order-note.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Merchant } from "#shop/kernel/auth/keys.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { linksOf } from "#shop/kernel/woo/woo-responses.ts";
import { queueMail } from "#shop/mail/index.ts";
import { orderLanguage } from "../order.ts";
import { dates } from "../woo-order.ts";

interface OrderNoteRow {
  id: number;
  orderId: number;
  author: string;
  note: string;
  customerNote: boolean;
  forPacking: boolean;
  pinned: boolean;
  /** the staff member that wrote it */
  staffId: number | null;
  createdAt: Date;
}

const noteColumns = sql`n.id, n.order_id "orderId", n.author, n.note, n.customer_note "customerNote", n.for_packing "forPacking",
  n.pinned, n.staff_id "staffId", n.created_at "createdAt"`;

const notesWhere = (where: Sql): Sql => sql`
  select ${noteColumns} from order_note n where ${where} order by created_at desc, id desc`;

/** A note in WooCommerce's format. */
export const wooNote = (
  { id, orderId, author, note, customerNote, forPacking, pinned, createdAt }: OrderNoteRow,
  origin: string,
): OrderNote => ({
  id,
  author,
  ...dates("created", createdAt),
  note,
  customer_note: customerNote,
  for_packing: forPacking,
  pinned,
  _links: linksOf(origin, `orders/${orderId}/notes`, id, `orders/${orderId}`) as OrderNote["_links"],
});

/** The notes of an order, the newest first. */
export const listNotes = (
  reader: Reader,
  orderId: number,
  type: z.output<typeof NotesQuery>["type"],
): Promise<OrderNoteRow[]> =>
  reader.all<OrderNoteRow>(
    notesWhere(sql`order_id = ${orderId} and (${type} = 'any' or customer_note = (${type} = 'customer'))`),
  );

export const findNote = (reader: Reader, orderId: number, id: number): Promise<OrderNoteRow | undefined> =>
  reader.one<OrderNoteRow>(notesWhere(sql`order_id = ${orderId} and id = ${id}`));

/** Creates a note, which a staff member always signs. A customer note is also emailed, in the language of the order. */
export const createNote = (
  shop: AppContext,
  orderId: number,
  { note, customer_note: customerNote, added_by_user: signed, for_packing: forPacking, pinned }: CreateNote,
  { actor, staff }: Merchant,
): Promise<OrderNoteRow> =>
  shop.db.transaction(async (tx) => {
    const row = await tx.one<OrderNoteRow & { email: string; name: string; language: Language }>(sql`
      with written as (
        insert into order_note (order_id, author, note, customer_note, for_packing, pinned, staff_id, created_at)
        select ${orderId}, coalesce(${staff?.name ?? null}::text,
          (select description from merchant_key where 'merchant:' || id = ${actor} and ${signed}), 'system'), ${note}, ${customerNote}, ${forPacking},
          ${pinned}, ${staff?.staffId ?? null}::integer, ${shop.clock.now()}
        returning *)
      select ${noteColumns}, o.billing ->> 'email' email, o.billing ->> 'first_name' "name", ${orderLanguage} "language"
      from written n join orders o on o.id = n.order_id`);
    if (!row) throw new Error("order note: insert returned no row");
    if (customerNote && row.email) {
      const values = { name: row.name, order_number: String(orderId), note };
      await queueMail(tx, { template: "order_note", to: row.email, lang: row.language, values });
    }
    return row;
  });

/** Pins a private note, or unpins it. @returns undefined if the order has no such note */
export async function pinNote(
  { db }: AppContext,
  { orderId, id, pinned }: { orderId: number; id: number; pinned: boolean },
): Promise<OrderNoteRow | undefined> {
  const [note] = await db.write<OrderNoteRow>(sql`
    update order_note n set pinned = ${pinned} where id = ${id} and order_id = ${orderId} and not customer_note returning ${noteColumns}`);
  return note;
}

export const removeNote = (shop: AppContext, { id }: OrderNoteRow): Promise<number> =>
  shop.db.transaction((tx) => tx.run(sql`delete from order_note where id = ${id}`));
