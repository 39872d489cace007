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
  createdAt: Date;
}

const notesWhere = (where: Sql): Sql => sql`
  select id, order_id "orderId", author, note, customer_note "customerNote", created_at "createdAt"
  from order_note where ${where} order by created_at desc, id desc`;

/** A note in WooCommerce's format. */
export const wooNote = (
  { id, orderId, author, note, customerNote, createdAt }: OrderNoteRow,
  origin: string,
): OrderNote => ({
  id,
  author,
  ...dates("created", createdAt),
  note,
  customer_note: customerNote,
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
  { note, customer_note: customerNote, added_by_user: signed }: CreateNote,
  { actor, staff }: Merchant,
): Promise<OrderNoteRow> =>
  shop.db.transaction(async (tx) => {
    const row = await tx.one<OrderNoteRow & { email: string; name: string; language: Language }>(sql`
      with written as (
        insert into order_note (order_id, author, note, customer_note, created_at)
        select ${orderId}, coalesce(${staff?.name ?? null}::text,
          (select description from merchant_key where 'merchant:' || id = ${actor} and ${signed}), 'system'), ${note}, ${customerNote}, ${shop.clock.now()}
        returning *)
      select n.id, n.order_id "orderId", n.author, n.note, n.customer_note "customerNote", n.created_at "createdAt",
        o.billing ->> 'email' email, o.billing ->> 'first_name' "name", ${orderLanguage} "language"
      from written n join orders o on o.id = n.order_id`);
    if (!row) throw new Error("order note: insert returned no row");
    if (customerNote && row.email) {
      const values = { name: row.name, order_number: String(orderId), note };
      await queueMail(tx, { template: "order_note", to: row.email, lang: row.language, values });
    }
    return row;
  });

export const removeNote = (shop: AppContext, { id }: OrderNoteRow): Promise<number> =>
  shop.db.transaction((tx) => tx.run(sql`delete from order_note where id = ${id}`));
