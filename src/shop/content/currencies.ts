import type { Currency } from "#contract/money.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { publishInvalidation } from "#shop/kernel/cache/cache-invalidation.ts";

/** The display currencies, the default one first. `rate` is đồng per unit. */
export const listCurrencies = (reader: Reader): Promise<Currency[]> =>
  reader.all<Currency>(sql`
    select code, symbol, rate, is_default default_currency from currency order by is_default desc, code`);

export type RateSet = { ok: true } | { ok: false; reason: "unknown-currency" | "default-currency" | "not-a-rate" };

/** A dollar rate above this is a typing error. */
const highestRate = 10_000_000;

/**
 * Sets the price of one unit of a currency, in whole đồng; all pages with prices are invalidated when the transaction
 * commits. The default currency is the base and stays 1.
 */
export async function setRate(tx: Tx, code: string, rate: number): Promise<RateSet> {
  if (!Number.isSafeInteger(rate) || rate < 1 || rate > highestRate) return { ok: false, reason: "not-a-rate" };
  const currency = await tx.one<{ isDefault: boolean }>(
    sql`select is_default "isDefault" from currency where code = ${code} for update`,
  );
  if (!currency) return { ok: false, reason: "unknown-currency" };
  if (currency.isDefault) return { ok: false, reason: "default-currency" };
  await tx.run(sql`update currency set rate = ${rate}, updated_at = now() where code = ${code}`);
  await publishInvalidation(tx, ["currency"]);
  return { ok: true };
}
