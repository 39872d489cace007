import { bankOf } from "#contract/banks.ts";
import type { BankPayment } from "#contract/bank-payment.ts";
import { type Dong, dong, max } from "#contract/money.ts";
import { bankTransferMethodId, isBankTransfer } from "#contract/payment-methods/index.ts";
import type { OrderStatus } from "#contract/order.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { encodeVietQr, receivedParts, transferCode } from "#shop/payments/index.ts";
import { bankRefunds } from "./refund-transfer.ts";

interface BankPaymentRow {
  status: OrderStatus;
  paymentMethod: string;
  total: Dong;
  paidAt: Date | null;
  reservedUntil: Date | null;
  /** of the newest attempt by bank transfer */
  attemptedAt: Date;
  received: Dong;
  /** null if no money of the order is returned by transfer */
  toReturn: Dong | null;
  returned: Dong | null;
  refundAccount: { bin: string; masked: string; holder: string } | null;
}

/** The sum of refunds of order `o` that a person transfers. */
const sumOfRefunds = (condition: Sql): Sql => sql`
  (select sum(r.amount) filter (where ${condition})::bigint from ${bankRefunds} where r.order_id = o.id)`;

const readRow = (reader: Reader, orderId: number): Promise<BankPaymentRow | undefined> =>
  reader.one<BankPaymentRow>(sql`
    select o.status, o.payment_method "paymentMethod", o.total, o.paid_at "paidAt",
      o.stock_reserved_until "reservedUntil", newest.created_at "attemptedAt",
      ${receivedParts} received,
      ${sumOfRefunds(sql`r.status = 'requested'`)} "toReturn", ${sumOfRefunds(sql`r.status in ('done', 'manual')`)} returned,
      (select jsonb_build_object('bin', a.bin, 'masked', a.masked, 'holder', a.holder)
        from bank_refund_account a where a.order_id = o.id) "refundAccount"
    from orders o join lateral (select created_at from payment where order_id = o.id and method = ${bankTransferMethodId}
      order by attempt desc limit 1) newest on true
    where o.id = ${orderId} and o.status <> 'trash'`);

function stateOf({ status, paidAt }: BankPaymentRow): BankPayment["state"] {
  switch (status) {
    case "pending":
      return paidAt === null ? "waiting" : "paid";
    case "processing":
    case "completed":
      return "paid";
    case "on-hold":
      return "review";
    case "cancelled":
    case "failed":
    case "refunded":
      return "closed";
  }
}

function refundOf({ toReturn, returned, refundAccount }: BankPaymentRow): BankPayment["refund"] {
  if (!toReturn && !returned) return null;
  const account = refundAccount && {
    bank: bankOf(refundAccount.bin).name,
    masked: refundAccount.masked,
    holder: refundAccount.holder,
  };
  return { amount: toReturn ?? dong(0), returned: returned ?? dong(0), account };
}

/**
 * What the payment page of a bank transfer shows. The amount is what is missing now, computed here: a code that is drawn
 * after a part has arrived contains the rest.
 * @returns null for an order that was never to be paid by bank transfer
 */
export async function readBankPayment(
  { db, config }: { db: Reader; config: Pick<Config, "bank"> },
  orderId: number,
): Promise<Omit<BankPayment, "own"> | null> {
  const row = await readRow(db, orderId);
  if (!row) return null;
  const { bank } = config;
  const state = stateOf(row);
  const missing = state === "waiting" ? max(dong(0), dong(row.total - row.received)) : dong(0);
  const waits = state === "waiting" && missing > 0 && isBankTransfer(row.paymentMethod);
  const content = bank ? transferCode(bank.codePrefix, orderId) : "";
  const payTo = waits &&
    bank && {
      qr: encodeVietQr({ bin: bank.bin, account: bank.account, target: "account", amount: missing, content }),
      ...{
        bank_code: bankOf(bank.bin).code,
        bank: bankOf(bank.bin).name,
        account: bank.account,
        holder: bank.holder,
        content,
      },
    };
  return {
    ...{ order_id: orderId, order_status: row.status, state, total: row.total, received: row.received, missing },
    pay_to: payTo || null,
    held_until: waits ? (row.reservedUntil?.toISOString() ?? null) : null,
    waiting_since: waits ? row.attemptedAt.toISOString() : null,
    deep_links: waits && (bank?.deepLinks ?? false),
    refund: refundOf(row),
  };
}
