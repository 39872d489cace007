import { isCashMethod } from "#contract/payment-methods/index.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { collectsCash, isFulfillable } from "#shop/orders/index.ts";
import { type Deposit, findDeposit } from "#shop/payments/index.ts";
import { type OrderTransfer, settleAttempt, settleAmount, type TransferResult } from "./order-transfer.ts";
import { returnParts } from "./return-parts.ts";

/** The deposit that was requested for an order, if it is paid in cash. */
export const depositOf = async ({
  tx,
  orderId,
  order,
}: Pick<OrderTransfer, "tx" | "orderId" | "order">): Promise<Deposit | undefined> =>
  isCashMethod(order.paymentMethod) ? findDeposit(tx, orderId) : undefined;

/** Whether a transfer still pays the deposit: requested in time, of a cash order whose goods are in the shop. */
const takesDeposit = async ({ tx, orderId, order, transfer }: OrderTransfer, deposit: Deposit): Promise<boolean> =>
  (deposit.state === "waiting" || (deposit.state === "expired" && transfer.at <= deposit.expiresAt)) &&
  order.paidAt === null &&
  isFulfillable(order.status) &&
  // the courier has been given the amount to collect
  (await tx.one(sql`select from orders o where o.id = ${orderId} and not ${collectsCash}`)) !== undefined;

/** @returns null if it is a part of the order's total, as without a deposit */
async function settlePart(
  { tx, orderId, order, now }: OrderTransfer,
  deposit: Deposit,
): Promise<TransferResult | null> {
  if (deposit.state === "expired" && order.status === "pending") {
    // the request has ended, and nothing waits for the rest
    await returnParts(tx, orderId, now);
    return "recorded";
  }
  // a waiting deposit of a confirmed order waits for the rest too, without a reservation to renew
  return order.status !== "pending" && deposit.state === "waiting" ? "part" : null;
}

/**
 * A cash order with a deposit: the first transfers that reach its amount pay it, more than that is returned, and so is each later
 * transfer, since the rest is collected at the door. A transfer of the whole total pays the order, unless a deposit was paid.
 * @returns null if the transfers are not for the deposit
 */
export async function settleDeposit(input: OrderTransfer, deposit: Deposit): Promise<TransferResult | null> {
  const { order, received, terms } = input;
  const { amount, paid } = deposit;
  const takes = paid === 0 && (await takesDeposit(input, deposit));
  const paysAll = paid === 0 && received + terms.tolerance >= order.total;
  if (paysAll) return null;
  if (takes && received < amount) return settlePart(input, deposit);
  // for a closed order it is a late payment, as without a deposit
  if (paid === 0 && !isFulfillable(order.status)) return null;
  if (takes) {
    await settleAmount(input, amount, { isDeposit: true });
    return "part";
  }
  await settleAttempt(input, received);
  return "recorded";
}
