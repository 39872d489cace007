import { sum } from "#contract/money.ts";
import { bankTransferMethodId, isCashMethod } from "#contract/payment-methods/index.ts";
import type { BankConfig } from "#shop/kernel/base/bank-config.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { isFulfillable, lockOrder, notifyListeners, type OrderActor, soldOutReason } from "#shop/orders/index.ts";
import {
  type CodeReading,
  cancelCodPayment,
  closeOpenAttempts,
  readTransferContent,
  sendRefund,
} from "#shop/payments/index.ts";
import { addNoteAndEmailMerchant } from "../merchant-notes.ts";
import { readOrderToSettle, type SettlementOrderRow } from "../read-order-to-settle.ts";
import { readBankTerms } from "./bank-settings.ts";
import {
  addNote,
  noted,
  type OrderTransfer,
  settleAttempt,
  settleAmount,
  type TransferResult,
} from "./order-transfer.ts";
import { completeRefundBy } from "./refund-transfer.ts";
import { renewReservation } from "./renew-reservation.ts";
import { amountOfChange, findWaitingChange, settleChange } from "./settle-change.ts";
import { depositOf, settleDeposit } from "./settle-deposit.ts";
import { assignTransfer, lockTransfer, type StoredTransfer, unusedParts } from "./store-transfer.ts";
import { findOrderByAmount } from "./suggest-order.ts";

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

/** The parts reach the order's total, or all but the tolerated rest. */
async function payOrder(input: OrderTransfer): Promise<TransferResult> {
  const { tx, orderId, order, now } = input;
  await replaceCash(input);
  await closeOpenAttempts(tx, orderId, now);
  await settleAmount(input, order.total);
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
  await payOrder({ tx, transfer, orderId, order, terms, now, parts, received, by: null });
  return true;
}

/** The order was closed before it was paid, and its stock is gone: the money is returned unless the merchant finds another way. */
async function refundWithoutStock(input: OrderTransfer, paymentId: number): Promise<void> {
  const { tx, orderId, now } = input;
  const refund = await tx.one<{ id: number }>(sql`
    insert into refund (order_id, payment_id, amount, reason, status, actor, created_at)
    select o.id, p.id, p.amount, ${soldOutReason}, 'requested', 'gateway', ${now}::timestamptz
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
  if (!pays) {
    await settleAttempt(input, received);
    return "recorded";
  }
  const paymentId = await settleAmount(input, order.total);
  await refundWithoutStock(input, paymentId);
  await updateCash(input);
  return "recorded";
}

/** Records a part of the total; the customer gets time for the rest, once. */
async function recordPart({ tx, orderId, terms, now }: OrderTransfer): Promise<TransferResult> {
  await renewReservation(tx, { orderId, until: new Date(now.getTime() + terms.reservationMs), now });
  return "part";
}

interface Assigned {
  orderId: number;
  reading: CodeReading | "person";
  /** the staff member that assigned it, null for a code */
  by: OrderActor | null;
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
  const change = await findWaitingChange(tx, orderId);
  const deposit = change ? undefined : await depositOf({ tx, orderId, order });
  const exact: number[] = change ? [amountOfChange(change)] : [order.total, ...(deposit ? [deposit.amount] : [])];
  if (reading === "guess" && !exact.includes(received)) {
    await assignTransfer(tx, id, { state: "suggested", reason: "guess", orderId });
    return "suggested";
  }
  await assignTransfer(tx, id, { state: "matched", orderId, reading, by: by ?? "" });
  const input: OrderTransfer = { tx, transfer, orderId, order, terms, now, parts, received, by };
  if (reading === "guess") await addNote(input, "transfer_guessed");
  if (change) return settleChange(input, change);
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
  return settleTransferFor(tx, transfer, { orderId, reading, by: null, now });
}
