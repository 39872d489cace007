import { bankOf } from "#contract/banks.ts";
import type { Language } from "#contract/language.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { decrypt, encrypt } from "#shop/kernel/base/secrets.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { queueMail } from "#shop/mail/index.ts";
import { orderLanguage } from "#shop/orders/index.ts";
import { maskAccount } from "#shop/payments/index.ts";
import { bankRefunds } from "./refund-transfer.ts";

const purpose = "bank refund account";
/** the account of an order is deleted this long after its last refund */
const retentionMs = 30 * dayMs;

export interface RefundAccountInput {
  bank_bin: string;
  account: string;
  holder: string;
}

/** Whether a refund of the order is to be transferred by a person. */
export const hasOpenBankRefund = async (reader: Reader, orderId: number): Promise<boolean> =>
  (await reader.one(sql`
    select from ${bankRefunds} where r.order_id = ${orderId} and r.status = 'requested' limit 1`)) !== undefined;

interface GivenAccount {
  account: RefundAccountInput;
  /** `customer:7`, `link`, `phone link`, `staff:3` */
  by: string;
  appSecret: string;
  now: Date;
}

interface StoredAccount {
  bin: string;
  account: Uint8Array;
  holder: string;
}

const storedAccount = (reader: Reader, orderId: number): Promise<StoredAccount | undefined> =>
  reader.one(sql`select bin, account, holder from bank_refund_account where order_id = ${orderId}`);

const isSameAccount = (stored: StoredAccount, { account: given, appSecret }: GivenAccount): boolean =>
  stored.bin === given.bank_bin &&
  stored.holder === given.holder.toUpperCase() &&
  openAccount(appSecret, stored.account) === given.account;

/** Whether a different account is stored for the order. */
export async function hasOtherAccount(reader: Reader, orderId: number, given: GivenAccount): Promise<boolean> {
  const stored = await storedAccount(reader, orderId);
  return stored !== undefined && !isSameAccount(stored, given);
}

/** Emails the customer where the money will go, so that a change by another person is noticed. */
async function notifyCustomer(tx: Tx, orderId: number, { bank_bin: bin, account }: RefundAccountInput): Promise<void> {
  const order = await tx.one<{ email: string; name: string; lang: Language }>(sql`
    select coalesce(o.billing ->> 'email', '') email, coalesce(o.billing ->> 'first_name', '') "name",
      ${orderLanguage} lang from orders o where o.id = ${orderId}`);
  if (!order?.email) return;
  const values = { order_number: String(orderId), bank: bankOf(bin).name, account: maskAccount(account) };
  await queueMail(tx, {
    template: "bank_account_changed",
    to: order.email,
    lang: order.lang,
    values: { name: order.name, ...values },
  });
}

/**
 * Stores where the money of an order is returned to, encrypted, and emails the customer if it changed. Call it with the
 * order locked.
 */
export async function storeRefundAccount(tx: Tx, orderId: number, given: GivenAccount): Promise<void> {
  const stored = await storedAccount(tx, orderId);
  if (stored && isSameAccount(stored, given)) return;
  const { account: to, by, appSecret, now } = given;
  const { bank_bin: bin, account, holder } = to;
  await tx.run(sql`
    insert into bank_refund_account (order_id, bin, account, masked, holder, entered_by, entered_at)
    values (${orderId}, ${bin}, ${encrypt(appSecret, purpose, account)}, ${maskAccount(account)}, ${holder.toUpperCase()}, ${by}, ${now})
    on conflict (order_id) do update set bin = excluded.bin, account = excluded.account, masked = excluded.masked,
      holder = excluded.holder, entered_by = excluded.entered_by, entered_at = excluded.entered_at`);
  await notifyCustomer(tx, orderId, to);
}

/** The account in clear, for the code with which it is paid. */
export const openAccount = (appSecret: string, encrypted: Uint8Array): string => decrypt(appSecret, purpose, encrypted);

/** Deletes the accounts of orders whose refunds ended a month ago. */
export const sweepRefundAccounts = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    delete from bank_refund_account a
    where not exists (select from ${bankRefunds} where r.order_id = a.order_id and r.status = 'requested')
      and coalesce((select max(r.done_at) from refund r where r.order_id = a.order_id), a.entered_at)
        <= ${new Date(now.getTime() - retentionMs)}`);
