import { type Dong, dong, formatDong, sum } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { readSettings } from "#shop/kernel/settings/settings.ts";
import { isGuest, type Buyer } from "#shop/kernel/auth/buyer.ts";
import { assertGuestCodLimits, type GuestCodOrder, readGuestCodLimits } from "./guest-cod-limits.ts";
import { lockPhone } from "./lock-phone.ts";
import { codSettings, defaultCodLimits } from "./cod-settings.ts";

interface CodOrder {
  total: Dong;
  /** E.164 */
  phone: string;
  customerId: number;
  lang: Language;
  /** already inserted by this transaction */
  orderId: number;
}

interface OpenOrders {
  count: number;
  total: Dong;
}

/**
 * Counts the open cash orders of a phone number and of a customer, without this one. Concurrent orders count each other:
 * those of a customer by the lock on the customer's row, those of a phone number by that on the number.
 */
async function countOpenOrders(
  tx: Tx,
  { phone, customerId, orderId }: Pick<CodOrder, "phone" | "customerId" | "orderId">,
): Promise<{ ofPhone: OpenOrders; ofCustomer: OpenOrders }> {
  await lockPhone(tx, phone);
  const rows = await tx.all<{ total: Dong; samePhone: boolean; sameCustomer: boolean }>(sql`
    select total, billing ->> 'phone' = ${phone} "samePhone", customer_id is not distinct from ${customerId} "sameCustomer"
    from orders where payment_method = ${codMethodId} and (billing ->> 'phone' = ${phone} or customer_id = ${customerId})
      and status in ('pending', 'on-hold', 'processing') and id <> ${orderId}`);
  const open = (orders: typeof rows): OpenOrders => ({
    count: orders.length,
    total: sum(orders.map(({ total }) => total)),
  });
  return {
    ofPhone: open(rows.filter(({ samePhone }) => samePhone)),
    ofCustomer: open(rows.filter(({ sameCustomer }) => sameCustomer)),
  };
}

interface CodLimits {
  maxTotal: Dong | null;
  /** number of open orders per phone number, and per customer */
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

/** Describes the limits that the merchant has not set, for which the defaults apply. */
export async function assumedCodLimits(reader: Reader): Promise<string[]> {
  const all = Object.values(codSettings);
  const values = await readSettings(reader, all);
  return all
    .filter(({ name }) => !values.has(name))
    .map(({ name, unset, meaning }) => `${name} is not set, so ${unset} applies (${meaning}): settings set ${name} …`);
}

/**
 * Whether another order exceeds the limits: there are `maxOpen` open orders already, or all of them together would be
 * worth more than `maxOpen` orders of `maxTotal`.
 */
const isFull = ({ count, total }: OpenOrders, ordered: Dong, { maxTotal, maxOpen }: CodLimits): boolean =>
  maxOpen !== null && (count >= maxOpen || (maxTotal !== null && total + ordered > maxTotal * maxOpen));

/**
 * Checks a customer's cash order against the merchant's limits. Orders created with a merchant's key have no limits.
 * @throws HttpError 400 with what the customer can do
 */
export async function assertCodLimits(tx: Tx, limits: CodLimits, { total, lang, ...order }: CodOrder): Promise<void> {
  const { maxTotal, maxOpen } = limits;
  if (maxTotal !== null && total > maxTotal) {
    throw new HttpError(400, "cod_over_limit", t(lang, "order_errors.cod_max_total", { amount: formatDong(maxTotal) }));
  }
  if (maxOpen === null) return;
  const { ofPhone, ofCustomer } = await countOpenOrders(tx, order);
  const overLimit = (key: "cod_max_open" | "cod_max_open_customer", { count }: OpenOrders): HttpError =>
    new HttpError(400, "cod_over_limit", t(lang, `order_errors.${key}`, { count: String(count) }));
  if (isFull(ofPhone, total, limits)) throw overLimit("cod_max_open", ofPhone);
  if (isFull(ofCustomer, total, limits)) throw overLimit("cod_max_open_customer", ofCustomer);
}

/**
 * Reads the limits of a buyer's cash orders; guests and customers have different ones.
 * @returns the check, to be called when the order is written; it throws HttpError 400 `cod_over_limit`
 */
export async function readCodLimitCheck(
  tx: Tx,
  buyer: Buyer,
  options: { limited: boolean },
): Promise<(order: GuestCodOrder) => Promise<void>> {
  if (isGuest(buyer)) {
    const limits = await readGuestCodLimits(tx, options);
    return (order) => assertGuestCodLimits(tx, limits, order);
  }
  const limits = await readCodLimits(tx, options);
  const { customerId } = buyer;
  return (order) => assertCodLimits(tx, limits, { ...order, customerId });
}
