import type { Language } from "#contract/language.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/http/http-error.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { readNumbers } from "#shop/kernel/settings/settings.ts";
import { price } from "#shop/mail/index.ts";

interface CashOrder {
  /** whole đồng */
  total: number;
  /** E.164 */
  phone: string;
  lang: Language;
  /** the order itself, which is written already */
  orderId: number;
}

const lockOfPhones = 7_145_002;

/** Two orders of one phone take turns, so that both count the other. */
async function openOrdersOf(tx: Tx, phone: string, orderId: number): Promise<number> {
  await tx.one(sql`select pg_advisory_xact_lock(${lockOfPhones}::integer, hashtext(${phone}))`);
  const row = await tx.one<{ open: number }>(sql`
    select count(*)::int open from orders where payment_method = 'cod' and billing ->> 'phone' = ${phone}
      and status in ('pending', 'on-hold', 'processing') and id <> ${orderId}`);
  return row?.open ?? 0;
}

export interface CodLimits {
  /** whole đồng */
  maxTotal: number | null;
  /** orders */
  maxOpen: number | null;
}

/** The merchant's settings `cod_max_total` and `cod_max_open_per_phone`; null where there is no limit. */
export async function readCodLimits(tx: Tx): Promise<CodLimits> {
  const set = await readNumbers(tx);
  return { maxTotal: set.get("cod_max_total") ?? null, maxOpen: set.get("cod_max_open_per_phone") ?? null };
}

/**
 * Holds a shopper's cash order against the merchant's limits. What a merchant's key orders stands under none.
 * @throws Refusal 400 that says what the shopper can do
 */
export async function refuseOverCodLimits(
  tx: Tx,
  { maxTotal, maxOpen }: CodLimits,
  { total, phone, lang, orderId }: CashOrder,
): Promise<void> {
  if (maxTotal !== null && total > maxTotal) {
    throw new HttpError(400, "cod_over_limit", t(lang, "order_errors.cod_max_total", { amount: price(maxTotal) }));
  }
  if (maxOpen === null) return;
  const open = await openOrdersOf(tx, phone, orderId);
  if (open >= maxOpen) {
    throw new HttpError(400, "cod_over_limit", t(lang, "order_errors.cod_max_open", { count: String(open) }));
  }
}
