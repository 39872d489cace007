import { type Dong, formatDong, subtract } from "#contract/money.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { addOrderNote, isFulfillable, isPaid, lockOrder, type StoredStatus } from "#shop/orders/index.ts";
import {
  type Deposit,
  endAttempt,
  findDeposit,
  findDepositPayment,
  refundableAmount,
  setDepositState,
} from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "../app-context-with-gateways.ts";
import { refundPart } from "../refund-lowered.ts";
import { returnPayment } from "../return-payment.ts";
import { writeDepositMeta } from "./announce-deposit.ts";
import { returnParts } from "./return-parts.ts";

interface Ending {
  state: "withdrawn" | "expired";
  /** the staff member that withdraws it, "" for none */
  by: string;
  now: Date;
}

/** Ends a request that was not paid: what has arrived of it is returned, and the order stays as it is. Call it with the order locked. */
async function endRequest(tx: Tx, orderId: number, { amount }: Deposit, { state, by, now }: Ending): Promise<void> {
  await setDepositState(tx, orderId, state);
  await writeDepositMeta(tx, orderId, { amount, state, now });
  const values = { amount: formatDong(amount), by };
  const note = state === "withdrawn" && by === "" ? "deposit_ended" : (`deposit_${state}` as const);
  await addOrderNote(tx, orderId, t("vi", `order_notes.${note}`, values), now);
}

/**
 * A staff member withdraws the request for a deposit; a transfer that arrives later is returned.
 * @returns false if it does not wait any more
 */
export async function withdrawDeposit(
  tx: Tx,
  orderId: number,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  const deposit = await findDeposit(tx, orderId);
  if (deposit?.state !== "waiting") return false;
  await endRequest(tx, orderId, deposit, { state: "withdrawn", by, now });
  await returnParts(tx, orderId, now);
  return true;
}

async function returnDeposit(tx: Tx, orderId: number, deposit: Deposit, now: Date): Promise<void> {
  const paid = await findDepositPayment(tx, orderId);
  const amount = paid && (await refundableAmount(tx, paid.id));
  if (!paid || !amount) return;
  await setDepositState(tx, orderId, "returned");
  await writeDepositMeta(tx, orderId, { amount: deposit.amount, state: "returned", now });
  await endAttempt(tx, paid.id, { status: "to_refund", now, nextPollAt: null });
  await returnPayment(tx, { ...paid, amount }, { notedPayment: { ...paid, amount }, note: "deposit_returned", now });
}

interface DepositOrder {
  status: StoredStatus;
  paymentMethod: string;
  total: Dong;
  paidAt: Date | null;
  /** by a merchant, or by a payment that is not its deposit */
  paid: boolean;
}

/**
 * Keeps the deposit in step with its order: that of an order which is closed, refunded, or not paid in cash any more is to be returned, and
 * so is what the deposit is more than the total. An order that is reopened has none. Call it with the order locked.
 */
export async function followDeposit(tx: Tx, orderId: number, now: Date): Promise<void> {
  const deposit = await findDeposit(tx, orderId);
  if (!deposit || (deposit.state !== "waiting" && deposit.paid === 0)) return;
  const order = await tx.one<DepositOrder>(sql`
    select o.status, o.payment_method "paymentMethod", o.total, o.paid_at "paidAt", ${isPaid} paid from orders o where o.id = ${orderId}`);
  if (!order) return;
  const { status, paymentMethod, total, paidAt, paid } = order;
  const waiting = deposit.state === "waiting";
  const counts = isCashMethod(paymentMethod) && isFulfillable(status);
  if (waiting && (!counts || paid || status === "completed"))
    return endRequest(tx, orderId, deposit, { state: "withdrawn", by: "", now });
  if (waiting) return;
  // the deposit is a part of an order that a courier or a merchant has recorded as paid: a person decides what is refunded
  if (!counts)
    return paidAt === null || !isCashMethod(paymentMethod) ? returnDeposit(tx, orderId, deposit, now) : undefined;
  const surplus = deposit.paid > total ? subtract(deposit.paid, total) : null;
  const payment = surplus === null ? undefined : await findDepositPayment(tx, orderId);
  if (payment && surplus !== null) await refundPart(tx, { orderId, actor: "job", now }, { payment, amount: surplus });
}

const batchSize = 100;

/** Orders whose deposit was not paid in time. */
export const dueDeposits = (now: Date) =>
  sql`select order_id id from deposit where state = 'waiting' and expires_at <= ${now}`;

/** Ends the requests for deposits that were not paid in time. */
export async function expireDeposits({ db, clock }: AppContextWithGateways): Promise<void> {
  const due = await db.all<{ id: number }>(sql`${dueDeposits(clock.now())} order by expires_at limit ${batchSize}`);
  for (const { id } of due)
    await db.transaction(async (tx) => {
      const now = clock.now();
      const deposit = (await lockOrder(tx, id)) ? await findDeposit(tx, id) : undefined;
      if (deposit?.state !== "waiting" || deposit.expiresAt > now) return;
      await endRequest(tx, id, deposit, { state: "expired", by: "", now });
      await returnParts(tx, id, now);
    });
}
