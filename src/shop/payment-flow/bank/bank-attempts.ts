import type { Dong } from "#contract/money.ts";
import { bankTransferMethodId, isBankTransfer } from "#contract/payment-methods/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { sendOverpaymentEmail } from "#shop/orders/index.ts";
import {
  attemptsOf,
  endAttempt,
  hasBeenPaid,
  openAttempt,
  refundOverpayment,
  type StoredAttempt,
} from "#shop/payments/index.ts";
import { addNoteAndEmailMerchant, overpaymentEmailKind, type PaymentNote } from "../merchant-notes.ts";

/** What an attempt pays if not the order itself: its deposit, or what a change of it costs more. */
export interface AttemptUse {
  isDeposit?: boolean;
  orderChangeId?: number;
}

/**
 * The attempt that received money is recorded with: the unpaid attempt by bank transfer for the same use, or a new one. Call it with
 * the order locked.
 */
export async function bankAttempt(
  tx: Tx,
  { orderId, amount, isDeposit = false, orderChangeId, now }: AttemptUse & { orderId: number; amount: Dong; now: Date },
): Promise<StoredAttempt> {
  const attempts = await attemptsOf(tx, orderId);
  const isOfSameUse = (attempt: StoredAttempt): boolean => attempt.orderChangeId === (orderChangeId ?? null);
  const unpaid = attempts.find(
    (attempt) => isBankTransfer(attempt.method) && !hasBeenPaid(attempt) && isOfSameUse(attempt),
  );
  if (!unpaid)
    return openAttempt(tx, {
      orderId,
      method: bankTransferMethodId,
      amount,
      usd: null,
      now,
      expiresAt: now,
      nextPollAt: now,
      isDeposit,
      ...(orderChangeId === undefined ? {} : { orderChangeId }),
    });
  if (unpaid.amount !== amount || unpaid.isDeposit !== isDeposit)
    await tx.run(sql`update payment set amount = ${amount}, is_deposit = ${isDeposit} where id = ${unpaid.id}`);
  return { ...unpaid, amount, isDeposit };
}

interface Transferred {
  orderId: number;
  amount: Dong;
  /** the bank's reference */
  reference: string;
  note: PaymentNote;
  now: Date;
}

/**
 * Records received money that the order does not need, to be transferred back by a person; notifies the merchant and the
 * customer.
 * @returns the id of its payment
 */
export async function refundTransferred(
  tx: Tx,
  { orderId, amount, reference: transaction, note, now }: Transferred,
): Promise<number> {
  const { id: paymentId, method, reference } = await bankAttempt(tx, { orderId, amount, now });
  await endAttempt(tx, paymentId, { status: "to_refund", now, transaction, nextPollAt: null });
  await refundOverpayment(tx, { orderId, paymentId, amount, now });
  const payment = { orderId, method, reference, amount, transaction };
  await addNoteAndEmailMerchant(tx, payment, { note, kind: overpaymentEmailKind(method), now });
  await sendOverpaymentEmail(tx, orderId, { paymentId, method });
  return paymentId;
}
