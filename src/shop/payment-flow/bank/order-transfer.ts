import { type Dong, min, subtract } from "#contract/money.ts";
import { bankTransferMethodId } from "#contract/payment-methods/index.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import type { OrderActor } from "#shop/orders/index.ts";
import { addNoteOnce, type PaymentNote } from "../merchant-notes.ts";
import type { SettlementOrderRow } from "../read-order-to-settle.ts";
import { settlePayment } from "../settle-payment.ts";
import { type AttemptUse, bankAttempt, refundTransferred } from "./bank-attempts.ts";
import type { BankTerms } from "./bank-settings.ts";
import { includeParts, type StoredTransfer, type TransferPart } from "./store-transfer.ts";

/**
 * - `paid`: the order, or what its change costs more, is paid by it, together with earlier parts; a surplus is refunded
 * - `part`: the order or its change waits for the rest, or a cash order's deposit is paid by it
 * - `recorded`: it came for an order that is closed or paid; recorded or to be refunded
 * - `suggested`, `unmatched`: a person decides
 * - `ignored`: it concerns no order; `refunded`: it is the shop's own refund
 */
export type TransferResult = "paid" | "part" | "recorded" | "suggested" | "unmatched" | "ignored" | "refunded";

/** A transfer for one order, whose row is locked. */
export interface OrderTransfer {
  tx: Tx;
  transfer: StoredTransfer;
  orderId: number;
  order: SettlementOrderRow;
  terms: BankTerms;
  now: Date;
  /** the transfers that count for the order, with this one */
  parts: readonly TransferPart[];
  received: Dong;
  /** the staff member that assigned it */
  by: OrderActor | null;
}

/** What notes and emails about a transfer show. */
export const noted = ({ transfer, orderId }: OrderTransfer) => ({
  ...{ orderId, method: bankTransferMethodId, amount: transfer.amount, transaction: transfer.reference },
  reference: String(transfer.id),
});

export const addNote = (input: OrderTransfer, note: PaymentNote): Promise<boolean> =>
  addNoteOnce(input.tx, noted(input), note, input.now);

/**
 * Settles an attempt of the order with the received parts, by the same table as the gateways' payments.
 * @param use what it pays; the order itself if it is not given
 * @returns its id
 */
export async function settleAttempt(
  { tx, transfer, orderId, parts, terms, by, now }: OrderTransfer,
  amount: Dong,
  use: AttemptUse = {},
): Promise<number> {
  const attempt = await bankAttempt(tx, { orderId, amount, ...use, now });
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
    by,
    now,
  });
  return attempt.id;
}

/** Returns what has arrived beyond the amount that was to be paid. */
export async function refundSurplus(input: OrderTransfer, wanted: Dong): Promise<void> {
  const { tx, orderId, received, transfer, now } = input;
  if (received <= wanted) return;
  const amount = subtract(received, wanted);
  await refundTransferred(tx, { orderId, amount, reference: transfer.reference, note: "surplus_transfer", now });
}

/** Settles an attempt with as much of the received parts as is wanted, notes a tolerated rest, and returns a surplus. @returns its id */
export async function settleAmount(input: OrderTransfer, wanted: Dong, use: AttemptUse = {}): Promise<number> {
  const paymentId = await settleAttempt(input, min(input.received, wanted), use);
  if (input.received < wanted) await addNote(input, "transfer_short");
  await refundSurplus(input, wanted);
  return paymentId;
}
