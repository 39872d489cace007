import { isBankTransfer, isChargedInUsd, type PaymentMethod } from "#contract/payment-methods/index.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, toUsdCents } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { attemptsOf, type OnlineMethod, openAttempt, type StoredAttempt, transferCode } from "#shop/payments/index.ts";
import { assertPaymentLimits } from "./assert-payment-limits.ts";
import { prepareBankOrder } from "./bank/bank-order.ts";
import { readBankTerms } from "./bank/bank-settings.ts";
import {
  attemptTimes,
  isCapped,
  leavesTimeToPay,
  longerReservation,
  stockReservationDeadline,
} from "./payment-deadlines.ts";

interface NextAttempt {
  orderId: number;
  method: OnlineMethod;
  total: Dong;
  /** from {@link readUsdRate} */
  usdRate: number | null;
  now: Date;
  lang: Language;
  /** of the codes of bank transfers; null where these are not offered */
  codePrefix: string | null;
}

/** Prefix of the codes of bank transfers; null where these are not offered. */
export const codePrefixOf = ({ config }: Pick<AppContext, "config">): string | null => config.bank?.codePrefix ?? null;

/** Đồng for one dollar; null for a payment method that does not charge dollars. */
export async function readUsdRate(tx: Tx, method: PaymentMethod): Promise<number | null> {
  if (!isChargedInUsd(method)) return null;
  const row = await tx.one<{ rate: number }>(sql`select rate from currency where code = 'USD'`);
  if (!row) throw new Error("there is no exchange rate for USD");
  return row.rate;
}

interface ReservationInput {
  orderId: number;
  /** earlier attempts of the order, the newest first */
  earlier: readonly StoredAttempt[];
  /** of a bank transfer; null for every other method */
  bankTerms: { reservationMs: number } | null;
  now: Date;
}

/** End of an order's stock reservation if its next attempt begins now. */
async function readReservation(tx: Tx, { orderId, earlier, bankTerms, now }: ReservationInput): Promise<Date> {
  const first = earlier.at(-1)?.createdAt ?? now;
  const deadline = stockReservationDeadline(first, now, bankTerms?.reservationMs ?? null);
  if (bankTerms !== null || !isCapped(deadline, now)) return deadline;
  const order = await tx.one<{ until: Date | null }>(
    sql`select stock_reserved_until "until" from orders where id = ${orderId}`,
  );
  return longerReservation(deadline, order?.until ?? null, now);
}

const readOwnTerms = async (tx: Tx, method: OnlineMethod) => (isBankTransfer(method) ? readBankTerms(tx) : null);

/** Whether the order's reservation leaves time for another attempt by this method. Call it with the order locked. */
export async function hasTimeForAttempt(
  tx: Tx,
  { orderId, method, now }: Pick<NextAttempt, "orderId" | "method" | "now">,
): Promise<boolean> {
  const earlier = await attemptsOf(tx, orderId);
  const bankTerms = await readOwnTerms(tx, method);
  return leavesTimeToPay(await readReservation(tx, { orderId, earlier, bankTerms, now }), now);
}

/**
 * Opens the next attempt to pay an order and extends its stock reservation. Call it with the order locked.
 * @throws HttpError 400 for a total outside the gateway's limits
 */
export async function openNextAttempt(
  tx: Tx,
  { orderId, method, total, usdRate, now, lang, codePrefix }: NextAttempt,
): Promise<StoredAttempt> {
  assertPaymentLimits({ method, total, lang });
  const earlier = await attemptsOf(tx, orderId);
  const bankTerms = await readOwnTerms(tx, method);
  const reservedUntil = await readReservation(tx, { orderId, earlier, bankTerms, now });
  const usd = usdRate === null ? null : { cents: toUsdCents(total, usdRate), rate: usdRate };
  const times = attemptTimes(method, now, reservedUntil);
  const attempt = await openAttempt(tx, { orderId, method, amount: total, usd, now, ...times });
  await tx.run(sql`update orders set stock_reserved_until = ${reservedUntil} where id = ${orderId}`);
  if (bankTerms && codePrefix !== null) {
    const remindAt = new Date((now.getTime() + reservedUntil.getTime()) / 2);
    await prepareBankOrder(tx, { orderId, code: transferCode(codePrefix, orderId), remindAt });
  }
  return attempt;
}
