import { orderMeta } from "#contract/order-meta.ts";
import { bankPaymentPath } from "#contract/payment-methods/index.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { hashToken, newToken } from "#shop/kernel/base/secrets.ts";
import { json, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";

/** A link works for as long as money of the order may be on its way back. */
const linkMs = 60 * 24 * hourMs;

/**
 * Prepares an order for a bank transfer: its code as metadata, and the time of its reminder. Call it with the order
 * locked.
 */
export async function prepareBankOrder(
  tx: Tx,
  { orderId, code, remindAt }: { orderId: number; code: string; remindAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into bank_order (order_id, remind_at) values (${orderId}, ${remindAt})
    on conflict (order_id) do update set remind_at = excluded.remind_at`);
  const entry = json([{ key: orderMeta.bankTransferCode, value: code }]);
  await tx.run(sql`
    update orders o set meta_data = meta_data || jsonb_build_array(jsonb_build_object(
      'id', (select coalesce(max((m ->> 'id')::integer), 0) + 1 from jsonb_array_elements(o.meta_data) m),
      'key', ${orderMeta.bankTransferCode}::text, 'value', ${code}::text))
    where id = ${orderId} and not meta_data @> ${entry}::jsonb`);
}

/** Makes a link to the payment page of one order. @returns its token, of which only the hash is stored */
export async function createBankLink(tx: Tx, orderId: number, now: Date): Promise<string> {
  const token = newToken();
  await tx.run(sql`
    insert into bank_link (token_hash, order_id, expires_at)
    values (${hashToken(token)}, ${orderId}, ${new Date(now.getTime() + linkMs)})`);
  return token;
}

/** Ends all links to the payment page of an order. @returns how many there were */
export const revokeBankLinks = (tx: Tx, orderId: number): Promise<number> =>
  tx.run(sql`delete from bank_link where order_id = ${orderId}`);

/** The address of an order's payment page, for a device without a session. @param key the token of a link */
export const bankLinkUrl = ({ publicUrl }: Pick<Config, "publicUrl">, orderId: number, key: string): string =>
  `${publicUrl}${bankPaymentPath(orderId)}?key=${key}`;

/** A new link to an order's payment page. */
export const bankPageUrl = async (
  tx: Tx,
  orderId: number,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<string> => bankLinkUrl({ publicUrl }, orderId, await createBankLink(tx, orderId, now));

export const isBankLink = async (reader: Reader, orderId: number, token: string, now: Date): Promise<boolean> =>
  (await reader.one(sql`
    select from bank_link where token_hash = ${hashToken(token)} and order_id = ${orderId} and expires_at > ${now}`)) !==
  undefined;

/** Deletes expired links, and those of orders in the trash. */
export const sweepBankLinks = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    delete from bank_link l using orders o
    where o.id = l.order_id and (l.expires_at <= ${now} or o.status = 'trash')`);
