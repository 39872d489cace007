import { type Dong, min, sum } from "#contract/money.ts";
import { bankTransferMethodId, isCashMethod } from "#contract/payment-methods/index.ts";
import type { BankConfig } from "#shop/kernel/base/bank-config.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { collectsCash, isFulfillable, lockOrder, notifyListeners } from "#shop/orders/index.ts";
import {
  cancelCodPayment,
  closeOpenAttempts,
  type CodeReading,
  type Deposit,
  findDeposit,
  readTransferContent,
  sendRefund,
} from "#shop/payments/index.ts";
import { addNoteAndEmailMerchant, addNoteOnce, type PaymentNote } from "../merchant-notes.ts";
import { readOrderToSettle, type SettlementOrderRow } from "../read-order-to-settle.ts";
import { settlePayment } from "../settle-payment.ts";
import { bankAttempt, refundTransferred } from "./bank-attempts.ts";
import { type BankTerms, readBankTerms } from "./bank-settings.ts";
import { completeRefundBy } from "./refund-transfer.ts";
import { renewReservation } from "./renew-reservation.ts";
import {
  assignTransfer,
  includeParts,
  lockTransfer,
  type StoredTransfer,
  type TransferPart,
  unusedParts,
} from "./store-transfer.ts";
import { findOrderByAmount } from "./suggest-order.ts";

/**
 * - `paid`: the order is paid by it, together with earlier parts; a surplus is refunded
 * - `part`: the order waits for the rest, or a cash order's deposit is paid by it
 * - `recorded`: it came for an order that is closed or paid; recorded or to be refunded
 * - `suggested`, `unmatched`: a person decides
 * - `ignored`: it concerns no order; `refunded`: it is the shop's own refund
 */
export type TransferResult = "paid" | "part" | "recorded" | "suggested" | "unmatched" | "ignored" | "refunded";

/** A transfer for one order, whose row is locked. */
interface OrderTransfer {
  tx: Tx;
  transfer: StoredTransfer;
  orderId: number;
  order: SettlementOrderRow;
  terms: BankTerms;
  now: Date;
  /** the transfers that count for the order, with this one */
  parts: readonly TransferPart[];
  received: Dong;
}

const noted = ({ transfer, orderId }: OrderTransfer) => ({
  ...{ orderId, method: bankTransferMethodId, amount: transfer.amount, transaction: transfer.reference },
  reference: String(transfer.id),
});
const addNote = (input: OrderTransfer, note: PaymentNote) => addNoteOnce(input.tx, noted(input), note, input.now);

/** An order that is to be paid in cash is paid by the transfer instead. */
async function replaceCash({ tx, orderId, order, now }: OrderTransfer): Promise<void> {
  if (!isCashMethod(order.paymentMethod)) return;
  await cancelCodPayment(tx, orderId, now);
  await tx.run(sql`
    update orders set payment_method = ${bankTransferMethodId},
      payment_method_title = ${t(order.lang, `payment_method.${bankTransferMethodId}`)} where id = ${orderId}`);
}

/** A courier collects no cash that the transfer has paid. */
async function updateCash({ tx, orderId, order, now }: OrderTransfer): Promise<void> {
  if (!isCashMethod(order.paymentMethod)) return;
  await notifyListeners((listener) => listener.onAmountDueChanged(tx, orderId, now));
}

/** Settles the order's payment attempt with the received parts, by the same table as the gateways' payments. */
async function settleAttempt(
  { tx, transfer, orderId, parts, terms, now }: OrderTransfer,
  amount: Dong,
  isDeposit = false,
): Promise<number> {
  const attempt = await bankAttempt(tx, { orderId, amount, isDeposit, now });
  // before the transition, which returns all parts that no payment contains
  await includeParts(tx, parts, attempt.id);
  await settlePayment(tx, {
    paymentId: attempt.id,
    result: {
      ...{
        outcome: "paid",
        money: { currency: "VND", amount },
        transaction: transfer.reference,
        code: "",
        at: transfer.at,
      },
      response: { transfers: parts.map(({ id }) => id) },
    },
    channel: "query",
    tolerance: terms.tolerance,
    now,
  });
  return attempt.id;
}

async function refundSurplus(input: OrderTransfer): Promise<void> {
  const { tx, order, orderId, received, transfer, now } = input;
  if (received <= order.total) return;
  const amount = (received - order.total) as Dong;
  await refundTransferred(tx, { orderId, amount, reference: transfer.reference, note: "surplus_transfer", now });
}

/** The parts reach the order's total, or all but the tolerated rest. */
async function payOrder(input: OrderTransfer): Promise<TransferResult> {
  const { tx, orderId, order, received, now } = input;
  await replaceCash(input);
  await closeOpenAttempts(tx, orderId, now);
  await settleAttempt(input, min(received, order.total));
  if (received < order.total) await addNote(input, "transfer_short");
  await refundSurplus(input);
  await updateCash(input);
  return "paid";
}

/**
 * Pays a waiting order with the parts that it has received, if they are enough since its total was lowered. Call it with the
 * order locked.
 * @returns whether it is paid by them
 */
export async function payByParts(tx: Tx, orderId: number, now: Date): Promise<boolean> {
  const parts = await unusedParts(tx, orderId);
  const last = parts.at(-1);
  const transfer = last && (await lockTransfer(tx, last.id));
  const order = transfer && (await readOrderToSettle(tx, orderId));
  if (!transfer || order?.status !== "pending" || order.total <= 0) return false;
  const terms = await readBankTerms(tx);
  const received = sum(parts.map(({ amount }) => amount));
  if (received + terms.tolerance < order.total) return false;
  await payOrder({ tx, transfer, orderId, order, terms, now, parts, received });
  return true;
}

/** The order was closed before it was paid, and its stock is gone: the money is returned unless the merchant finds another way. */
async function refundWithoutStock(input: OrderTransfer, paymentId: number): Promise<void> {
  const { tx, orderId, now } = input;
  const refund = await tx.one<{ id: number }>(sql`
    insert into refund (order_id, payment_id, amount, reason, status, actor, created_at)
    select o.id, p.id, p.amount, 'Out of stock.', 'requested', 'gateway', ${now}::timestamptz
    from orders o join payment p on p.order_id = o.id
    where o.id = ${orderId} and o.status = 'on-hold' and not o.stock_reserved
      and p.id = ${paymentId} and p.status = 'succeeded' returning id`);
  if (!refund) return;
  await sendRefund(tx, refund.id);
  await addNoteAndEmailMerchant(tx, noted(input), { note: "late_without_stock", kind: "bank_refund", now });
}

/** The order is closed, or paid already: the money pays it late, or is returned. */
async function payAfterwards(input: OrderTransfer): Promise<TransferResult> {
  const { order, received, terms } = input;
  const isEnough = received + terms.tolerance >= order.total;
  const pays = isEnough && order.paidAt === null;
  // a confirmed cash order; the money of a closed one is returned
  if (pays && isFulfillable(order.status)) await replaceCash(input);
  const paymentId = await settleAttempt(input, pays ? min(received, order.total) : received);
  if (!pays) return "recorded";
  if (received < order.total) await addNote(input, "transfer_short");
  await refundSurplus(input);
  await refundWithoutStock(input, paymentId);
  await updateCash(input);
  return "recorded";
}

/** Whether a transfer still pays the deposit: requested in time, of a cash order whose goods are in the shop. */
const takesDeposit = async ({ tx, orderId, order, transfer }: OrderTransfer, deposit: Deposit): Promise<boolean> =>
  (deposit.state === "waiting" || (deposit.state === "expired" && transfer.at <= deposit.expiresAt)) &&
  order.paidAt === null &&
  isFulfillable(order.status) &&
  // the courier has been given the amount to collect
  (await tx.one(sql`select from orders o where o.id = ${orderId} and not ${collectsCash}`)) !== undefined;

/**
 * A cash order with a deposit: the first transfers that reach its amount pay it, more than that is returned, and so is each later
 * transfer, since the rest is collected at the door. A transfer of the whole total pays the order, unless a deposit was paid.
 * @returns null if the transfers are not for the deposit
 */
async function settleDeposit(input: OrderTransfer, deposit: Deposit): Promise<TransferResult | null> {
  const { tx, orderId, order, received, transfer, terms, now } = input;
  const { amount, paid } = deposit;
  const takes = paid === 0 && (await takesDeposit(input, deposit));
  const paysAll = paid === 0 && received + terms.tolerance >= order.total;
  if (paysAll) return null;
  // a waiting deposit of a confirmed order waits for the rest too, without a reservation to renew
  if (takes && received < amount) return order.status !== "pending" && deposit.state === "waiting" ? "part" : null;
  // of a closed order it is a late payment, as without a deposit
  if (paid === 0 && !isFulfillable(order.status)) return null;
  await settleAttempt(input, takes ? amount : received, takes);
  if (!takes) return "recorded";
  if (received > amount) {
    const surplus = (received - amount) as Dong;
    await refundTransferred(tx, {
      orderId,
      amount: surplus,
      reference: transfer.reference,
      note: "surplus_transfer",
      now,
    });
  }
  return "part";
}

/** Records a part of the total; the customer gets time for the rest, once. */
async function recordPart({ tx, orderId, terms, now }: OrderTransfer): Promise<TransferResult> {
  await renewReservation(tx, { orderId, until: new Date(now.getTime() + terms.reservationMs), now });
  return "part";
}

interface Assigned {
  orderId: number;
  reading: CodeReading | "person";
  /** the staff member that assigned it, "" for a code */
  by: string;
}

/** Whether transfers still concern an order in this status. */
export const acceptsTransfers = (status: SettlementOrderRow["status"]): boolean =>
  status !== "refunded" && status !== "trash";

/**
 * Applies a stored transfer to an order: the only way by which transfers pay orders, from a webhook, a poll or a person. It
 * locks the order's row.
 */
export async function settleTransferFor(
  tx: Tx,
  transfer: StoredTransfer,
  { orderId, reading, by, now }: Assigned & { now: Date },
): Promise<TransferResult> {
  const order = (await lockOrder(tx, orderId)) ? await readOrderToSettle(tx, orderId) : undefined;
  if (!order || !acceptsTransfers(order.status)) {
    await assignTransfer(tx, transfer.id, { state: "unmatched", reason: order ? "closed_order" : "unknown_order" });
    return "unmatched";
  }
  const terms = await readBankTerms(tx);
  const before = await unusedParts(tx, orderId);
  const { id, amount, reference } = transfer;
  const parts = [...before, { id, amount, reference }];
  const received = sum(parts.map((part) => part.amount));
  const deposit = isCashMethod(order.paymentMethod) ? await findDeposit(tx, orderId) : undefined;
  if (reading === "guess" && received !== order.total && received !== deposit?.amount) {
    await assignTransfer(tx, id, { state: "suggested", reason: "guess", orderId });
    return "suggested";
  }
  await assignTransfer(tx, id, { state: "matched", orderId, reading, by });
  const input: OrderTransfer = { tx, transfer, orderId, order, terms, now, parts, received };
  if (reading === "guess") await addNote(input, "transfer_guessed");
  const forDeposit = deposit ? await settleDeposit(input, deposit) : null;
  if (forDeposit !== null) return forDeposit;
  if (order.status !== "pending") return payAfterwards(input);
  return received + terms.tolerance >= order.total ? payOrder(input) : recordPart(input);
}

const decide = async (tx: Tx, { id }: StoredTransfer, reason: string): Promise<TransferResult> => {
  await assignTransfer(tx, id, { state: "unmatched", reason });
  return "unmatched";
};

/** Without a code, an amount that fits one waiting order is a suggestion, never more. */
async function suggestByAmount(tx: Tx, transfer: StoredTransfer, now: Date): Promise<TransferResult> {
  const orderId = await findOrderByAmount(tx, transfer.amount, now);
  if (orderId === null) return decide(tx, transfer, "no_code");
  await assignTransfer(tx, transfer.id, { state: "suggested", reason: "amount", orderId });
  return "suggested";
}

/** Finds the order of a new transfer by its content, and applies it. @param isOwn whether it is of the shop's account */
export async function settleTransfer(
  tx: Tx,
  transfer: StoredTransfer,
  { bank, isOwn, now }: { bank: BankConfig; isOwn: boolean; now: Date },
): Promise<TransferResult> {
  const { orders, reading } = readTransferContent(bank.codePrefix, transfer.content);
  if (!isOwn) {
    await assignTransfer(tx, transfer.id, { state: "ignored", reason: "other_account" });
    return "ignored";
  }
  if (transfer.direction === "out") return completeRefundBy(tx, transfer, { orders, now });
  const [orderId] = orders;
  if (orders.length > 1) return decide(tx, transfer, "two_codes");
  if (orderId === undefined) return suggestByAmount(tx, transfer, now);
  return settleTransferFor(tx, transfer, { orderId, reading, by: "", now });
}
