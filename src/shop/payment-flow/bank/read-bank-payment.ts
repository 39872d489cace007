import { bankOf } from "#contract/banks.ts";
import type { BankPayment } from "#contract/bank-payment.ts";
import type { DepositState } from "#contract/deposit-rules.ts";
import { type Dong, dong, max, min, subtract } from "#contract/money.ts";
import { bankTransferMethodId, isBankTransfer, isCashMethod } from "#contract/payment-methods/index.ts";
import type { OrderStatus, ShippingMethod } from "#contract/order.ts";
import type { ChangeState } from "#contract/self-service-rules.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { collectsCash, hasLeft, isFulfillable, orderVersion } from "#shop/orders/index.ts";
import { encodeVietQr, isPaidByTransfer, paidDeposit, receivedParts, transferCode } from "#shop/payments/index.ts";
import { bankRefunds } from "./refund-transfer.ts";

interface BankPaymentRow {
  status: OrderStatus;
  paymentMethod: string;
  shippingMethod: ShippingMethod;
  /** a transfer has paid the order or a part of it, and is not only returned */
  isPaidByBank: boolean;
  total: Dong;
  paidAt: Date | null;
  reservedUntil: Date | null;
  /** of the newest attempt by bank transfer, or of the request for the deposit */
  attemptedAt: Date;
  received: Dong;
  /** requested in advance of the cash; null without one */
  deposit: { amount: Dong; state: DepositState; until: string } | null;
  depositPaid: Dong;
  collectsCash: boolean;
  /** the last change that is paid by transfer; JSON: times are texts */
  change: { amount: Dong; total: Dong; state: ChangeState; until: string; possible: boolean } | null;
  /** null if no money of the order is returned by transfer */
  toReturn: Dong | null;
  /** of that, what the order did not need */
  surplus: Dong | null;
  returned: Dong | null;
  refundAccount: { bin: string; masked: string; holder: string } | null;
}

/** The sum of refunds of order `o` that a person transfers. */
const sumOfRefunds = (condition: Sql): Sql => sql`
  (select sum(r.amount) filter (where ${condition})::bigint from ${bankRefunds} where r.order_id = o.id)`;

const readRow = (reader: Reader, orderId: number): Promise<BankPaymentRow | undefined> =>
  reader.one<BankPaymentRow>(sql`
    select o.status, o.payment_method "paymentMethod", o.shipping_method "shippingMethod", o.total,
      exists (select from payment p where p.order_id = o.id and p.method = ${bankTransferMethodId} and p.status = 'succeeded') "isPaidByBank",
      o.paid_at "paidAt",
      o.stock_reserved_until "reservedUntil", coalesce(newest.created_at, d.requested_at) "attemptedAt",
      case when d.order_id is not null then jsonb_build_object('amount', d.amount, 'state', d.state, 'until', d.expires_at) end deposit,
      ${paidDeposit(sql`o.id`)} "depositPaid", ${collectsCash} "collectsCash",
      ${receivedParts} received,
      (select jsonb_build_object('amount', c.total_after - c.total_before, 'total', c.total_after, 'state', c.state, 'until', c.hold_until,
          'possible', o.status in ('on-hold', 'processing') and c.version = ${orderVersion} and not ${hasLeft}
            and not exists (select from packing k where k.order_id = o.id))
        from order_change c where c.order_id = o.id and ${isPaidByTransfer} order by c.id desc limit 1) change,
      ${sumOfRefunds(sql`r.status = 'requested'`)} "toReturn",
      ${sumOfRefunds(sql`r.status = 'requested' and r.is_overpayment and not r.is_difference`)} surplus, ${sumOfRefunds(sql`r.status in ('done', 'manual')`)} returned,
      (select jsonb_build_object('bin', a.bin, 'masked', a.masked, 'holder', a.holder)
        from bank_refund_account a where a.order_id = o.id) "refundAccount"
    from orders o left join deposit d on d.order_id = o.id
      left join lateral (select created_at from payment where order_id = o.id and method = ${bankTransferMethodId}
      order by attempt desc limit 1) newest on true
    where o.id = ${orderId} and o.status <> 'trash' and (newest.created_at is not null or d.order_id is not null)`);

/** An unpaid cash order that is not closed: a deposit reduces its cash. */
const isOpenCash = ({ status, paymentMethod, paidAt }: BankPaymentRow): boolean =>
  isCashMethod(paymentMethod) && paidAt === null && ["pending", "on-hold", "processing"].includes(status);

const awaitsDeposit = (row: BankPaymentRow): boolean =>
  row.deposit?.state === "waiting" && isOpenCash(row) && !row.collectsCash;

/** What a change costs more is awaited, and the order still allows it. */
const awaitsChange = ({ change }: BankPaymentRow): boolean => change?.state === "waiting" && change.possible;

function stateOf(row: BankPaymentRow): BankPayment["state"] {
  if (awaitsChange(row)) return "waiting";
  if (awaitsDeposit(row)) return "waiting";
  if (row.deposit && isOpenCash(row)) return row.depositPaid > 0 ? "paid" : "closed";
  const { status, paidAt } = row;
  // a part of the total has arrived, which is returned once the order is paid another way
  const hasPart = status === "pending" && row.received > 0;
  // its method was changed after the page was opened: nothing was transferred
  const byOtherMethod = !isBankTransfer(row.paymentMethod) && !row.isPaidByBank && !hasPart;
  if (byOtherMethod && isFulfillable(status)) return "other_method";
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

function refundOf({ toReturn, surplus, returned, refundAccount }: BankPaymentRow): BankPayment["refund"] {
  if (!toReturn && !returned) return null;
  const account = refundAccount && {
    bank: bankOf(refundAccount.bin).name,
    masked: refundAccount.masked,
    holder: refundAccount.holder,
  };
  return { amount: toReturn ?? dong(0), surplus: surplus ?? dong(0), returned: returned ?? dong(0), account };
}

/** Until when it can be paid: ISO, or null. */
function endOf(row: BankPaymentRow): string | null {
  if (row.change && awaitsChange(row)) return new Date(row.change.until).toISOString();
  const end = row.deposit && awaitsDeposit(row) ? new Date(row.deposit.until) : row.reservedUntil;
  return end?.toISOString() ?? null;
}

/** The rest is what the courier collects besides the deposit. */
function depositOf(row: BankPaymentRow): BankPayment["deposit"] {
  const { total, deposit, depositPaid } = row;
  // the payment of the whole order replaces it
  if (!deposit || row.paidAt !== null) return null;
  const amount = depositPaid > 0 ? depositPaid : deposit.amount;
  return { amount, rest: max(dong(0), subtract(total, amount)), state: deposit.state };
}

/** What is to be transferred in all: the order's total, its deposit, or what a change costs more. */
function amountToTransfer(row: BankPaymentRow): Dong {
  if (row.change && awaitsChange(row)) return row.change.amount;
  return row.deposit && awaitsDeposit(row) ? min(row.deposit.amount, row.total) : row.total;
}

/**
 * What the payment page of a bank transfer shows. The amount is what is missing now, computed here: a code that is drawn
 * after a part has arrived contains the rest.
 * @returns null for an order of which nothing was ever to be paid by bank transfer
 */
export async function readBankPayment(
  { db, config }: { db: Reader; config: Pick<Config, "bank"> },
  orderId: number,
): Promise<Omit<BankPayment, "own"> | null> {
  const row = await readRow(db, orderId);
  if (!row) return null;
  const { bank } = config;
  const state = stateOf(row);
  const missing = state === "waiting" ? max(dong(0), dong(amountToTransfer(row) - row.received)) : dong(0);
  const isOwed = awaitsChange(row) || awaitsDeposit(row) || isBankTransfer(row.paymentMethod);
  const waits = state === "waiting" && missing > 0 && isOwed;
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
    ...{
      order_id: orderId,
      order_status: row.status,
      state,
      payment_method: row.paymentMethod,
      pickup: row.shippingMethod === "local_pickup",
      total: row.total,
      received: row.received,
      missing,
    },
    pay_to: payTo || null,
    held_until: waits ? endOf(row) : null,
    waiting_since: waits ? row.attemptedAt.toISOString() : null,
    deep_links: waits && (bank?.deepLinks ?? false),
    deposit: depositOf(row),
    change: row.change && { amount: row.change.amount, total_after: row.change.total, state: row.change.state },
    refund: refundOf(row),
  };
}
