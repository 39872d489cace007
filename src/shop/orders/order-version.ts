import type { FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { conflict, loadedVersion } from "#shop/kernel/request/if-match.ts";
import { findOrder } from "./find-order.ts";
import { wooOrder } from "./woo-order.ts";

/**
 * The version of `orders o`: a hash of what staff members and customers decide, without what programs add, such as tracking codes. An order
 * that was changed back has its earlier version again.
 */
export const orderVersion: Sql = sql`md5(jsonb_build_array(o.status, o.total, o.shipping_total, o.fee_total, o.payment_method,
  o.paid_at is null, o.billing, o.shipping, o.shipping_method, o.customer_note,
  (select jsonb_agg(jsonb_build_array(l.id, l.product_id, l.variation_id, l.quantity, l.total) order by l.id)
    from order_line l where l.order_id = o.id))::text)`;

/** The version of `orders o` for staff members: with the promised day, which they decide alone. */
export const staffOrderVersion: Sql = sql`
  md5(${orderVersion} || coalesce((select r.promised_by::text from order_promise r where r.order_id = o.id), ''))`;

const readVersion = (reader: Reader, id: number): Promise<{ version: string } | undefined> =>
  reader.one(sql`select ${staffOrderVersion} "version" from orders o where o.id = ${id}`);

/** Sends the version of an order as `ETag`. */
export async function sendOrderVersion(reader: Reader, reply: FastifyReply, id: number): Promise<void> {
  const row = await readVersion(reader, id);
  if (row) void reply.header("etag", `"${row.version}"`);
}

/**
 * Requires that an order still has the version that the client has loaded. Call it with the order locked.
 * @param loaded null without `If-Match`: nothing is required
 * @param current reads the order as it is now, for the error
 * @throws HttpError 412 `lianne_conflict` with the current order
 */
export async function requireVersion(
  reader: Reader,
  id: number,
  { loaded, lang, current }: { loaded: string | null; lang: Language; current: () => Promise<unknown> },
): Promise<void> {
  if (loaded === null) return;
  const row = await readVersion(reader, id);
  if (row?.version !== loaded) throw conflict(lang, await current());
}

/** Checks the version that a request has loaded, with the order locked. */
export type VersionCheck = (reader: Reader) => Promise<void>;

/** The {@link VersionCheck} of a request on one order. */
export const versionCheck =
  (request: FastifyRequest, id: number, { lang, publicUrl }: { lang: Language; publicUrl: string }): VersionCheck =>
  (reader) => {
    const current = async () => {
      const order = await findOrder(reader, id);
      return order ? wooOrder(order, { lang, publicUrl }) : null;
    };
    return requireVersion(reader, id, { loaded: loadedVersion(request), lang, current });
  };
