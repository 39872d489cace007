import { dayMs } from "#shop/kernel/base/clock.ts";
import { decrypt, encrypt } from "#shop/kernel/base/secrets.ts";
import { bankTransferMethodId } from "#contract/payment-methods/index.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { maskAccount } from "#shop/payments/index.ts";

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
    select from refund r join payment p on p.id = r.payment_id
    where r.order_id = ${orderId} and r.status = 'requested' and p.method = ${bankTransferMethodId} limit 1`)) !==
  undefined;

/** Stores where the money of an order is returned to, encrypted. @param by `customer:7`, `link`, `staff:3` */
export async function storeRefundAccount(
  tx: Tx,
  orderId: number,
  {
    account: { bank_bin: bin, account, holder },
    by,
    appSecret,
    now,
  }: { account: RefundAccountInput; by: string; appSecret: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into bank_refund_account (order_id, bin, account, masked, holder, entered_by, entered_at)
    values (${orderId}, ${bin}, ${encrypt(appSecret, purpose, account)}, ${maskAccount(account)}, ${holder.toUpperCase()}, ${by}, ${now})
    on conflict (order_id) do update set bin = excluded.bin, account = excluded.account, masked = excluded.masked,
      holder = excluded.holder, entered_by = excluded.entered_by, entered_at = excluded.entered_at`);
}

/** The account in clear, for the code with which it is paid. */
export const openAccount = (appSecret: string, encrypted: Uint8Array): string => decrypt(appSecret, purpose, encrypted);

/** Deletes the accounts of orders whose refunds ended a month ago. */
export const sweepRefundAccounts = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    delete from bank_refund_account a
    where not exists (select from refund r join payment p on p.id = r.payment_id
        where r.order_id = a.order_id and r.status = 'requested' and p.method = ${bankTransferMethodId})
      and coalesce((select max(r.done_at) from refund r where r.order_id = a.order_id), a.entered_at)
        <= ${new Date(now.getTime() - retentionMs)}`);
