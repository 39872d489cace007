import { type Dong, dong, formatDong } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { readSettings } from "#shop/kernel/settings/settings.ts";
import { codSettings, defaultCodLimits } from "./cod-settings.ts";

interface CodOrder {
  total: Dong;
  /** E.164 */
  phone: string;
  lang: Language;
  /** already inserted by this transaction */
  orderId: number;
}

const phoneLockClass = 7_145_002;

/** Counts under an advisory lock on the phone number, so that concurrent orders count each other. */
async function countOpenOrders(tx: Tx, phone: string, orderId: number): Promise<number> {
  await tx.one(sql`select pg_advisory_xact_lock(${phoneLockClass}::integer, hashtext(${phone}))`);
  const row = await tx.one<{ open: number }>(sql`
    select count(*)::int open from orders where payment_method = ${codMethodId} and billing ->> 'phone' = ${phone}
      and status in ('pending', 'on-hold', 'processing') and id <> ${orderId}`);
  return row?.open ?? 0;
}

export interface CodLimits {
  maxTotal: Dong | null;
  /** number of open orders per phone */
  maxOpen: number | null;
}

/**
 * The merchant's settings `cod_max_total` and `cod_max_open_per_phone`.
 * @param limited false: what is not set has no limit (RATE_LIMITS=off); true: the default applies
 */
export async function readCodLimits(tx: Tx, { limited }: { limited: boolean }): Promise<CodLimits> {
  const { maxTotal, maxOpen } = codSettings;
  const values = await readSettings(tx, [maxTotal, maxOpen]);
  const largest = values.get(maxTotal.name) ?? (limited ? defaultCodLimits.maxTotal : null);
  return {
    maxTotal: largest === null ? null : dong(largest),
    maxOpen: values.get(maxOpen.name) ?? (limited ? defaultCodLimits.maxOpen : null),
  };
}

/** Describes each limit that the merchant has not set, and so the default applies. */
export async function assumedCodLimits(reader: Reader): Promise<string[]> {
  const all = Object.values(codSettings);
  const values = await readSettings(reader, all);
  return all
    .filter(({ name }) => !values.has(name))
    .map(({ name, unset, meaning }) => `${name} is not set, so ${unset} applies (${meaning}): settings set ${name} …`);
}

/**
 * Checks a customer's cash order against the merchant's limits. Orders created with a merchant's key have no limits.
 * @throws HttpError 400 with what the customer can do
 */
export async function assertCodLimits(
  tx: Tx,
  { maxTotal, maxOpen }: CodLimits,
  { total, phone, lang, orderId }: CodOrder,
): Promise<void> {
  if (maxTotal !== null && total > maxTotal) {
    throw new HttpError(400, "cod_over_limit", t(lang, "order_errors.cod_max_total", { amount: formatDong(maxTotal) }));
  }
  if (maxOpen === null) return;
  const open = await countOpenOrders(tx, phone, orderId);
  if (open >= maxOpen) {
    throw new HttpError(400, "cod_over_limit", t(lang, "order_errors.cod_max_open", { count: String(open) }));
  }
}
