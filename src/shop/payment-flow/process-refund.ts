import { z } from "zod";
import { isBankTransfer } from "#contract/payment-methods/index.ts";
import { type BackOff, nextRetryAt } from "#shop/kernel/base/back-off.ts";
import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { type OutboxHandler, RescheduleJob } from "#shop/kernel/jobs/jobs.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { lockOrder, sendRefundedEmail } from "#shop/orders/index.ts";
import {
  claimDueRefunds,
  findRefundWork,
  type Gateway,
  hasPendingRefund,
  logPaymentEvent,
  markRequested,
  type RefundStatusResult,
  type RefundWork,
  recordRefund,
  updateRefundedStatus,
} from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { requestAccount } from "./bank/request-account.ts";
import { mapConcurrent } from "./map-concurrent.ts";
import { addNoteAndEmailMerchant } from "./merchant-notes.ts";
import { gatewayBackOff, gatewayDownAlertMs } from "./payment-deadlines.ts";

const pollIntervalMs = 5 * minuteMs;
const leaseMs = 2 * minuteMs;
const batchSize = 50;
/** Banks take days; a refund that is still open after this time may need the merchant. */
const slowAfterMs = 3 * dayMs;

/** Every few minutes in the first hour, then hourly: banks take days. */
const pollBackOff: BackOff = { shortMs: pollIntervalMs, longAfterMs: hourMs, longMs: hourMs };

const toNotedPayment = ({ orderId, id, amount, input }: RefundWork, code = "") => {
  const { method, reference, gatewayTransaction } = input.attempt;
  return { orderId, method, reference, amount, transaction: gatewayTransaction ?? "", code, refund: id };
};

/** A refund that a person transfers is not polled: its only date is that of the reminder to the merchant. */
function nextPollOf({ createdAt, input }: RefundWork, now: Date): Date | null {
  if (!isBankTransfer(input.attempt.method)) return nextRetryAt(pollBackOff, createdAt, now);
  const slowAt = new Date(createdAt.getTime() + slowAfterMs);
  return slowAt > now ? slowAt : null;
}

/** Applies a refund status from the gateway, or from a person, once. */
export async function settleRefund(tx: Tx, work: RefundWork, result: RefundStatusResult, now: Date): Promise<void> {
  const { id, orderId, paymentId, amount, isOverpayment, isDifference } = work;
  await lockOrder(tx, orderId);
  if (!(await recordRefund(tx, id, result, { now, nextPollAt: nextPollOf(work, now) }))) return;
  if (result.state === "done") {
    await updateRefundedStatus(tx, paymentId);
    await sendRefundedEmail(tx, orderId, { refundId: id, amount, isOverpayment: isOverpayment && !isDifference });
  }
  if (result.state === "requested" && isBankTransfer(work.input.attempt.method)) await requestAccount(tx, work);
  if (result.state === "failed") {
    const failure = isOverpayment ? "surplus_failed" : "refund_failed";
    await addNoteAndEmailMerchant(tx, toNotedPayment(work, result.code), { note: failure, kind: failure, now });
  }
}

/** @returns false if the gateway did not respond */
async function callGateway(
  shop: AppContextWithGateways,
  work: RefundWork,
  call: (gateway: Gateway) => Promise<RefundStatusResult>,
): Promise<boolean> {
  const { db, clock, gateways, log } = shop;
  const { paymentId, id } = work;
  const { method } = work.input.attempt;
  const event = { paymentId, method, channel: "refund" } as const;
  const gateway = gateways.get(method);
  if (!gateway) {
    log.warn({ refund: id }, `a refund by ${method} is postponed: its credentials are not set`);
    return false;
  }
  try {
    const result = await call(gateway);
    await db.transaction((tx) => settleRefund(tx, work, result, clock.now()));
    const { state, code, response } = result;
    await logPaymentEvent(db, { ...event, result: state, code, payload: { refund: id, ...response }, at: clock.now() });
    return true;
  } catch (error) {
    if (!(error instanceof UpstreamUnavailableError)) throw error;
    const payload = { refund: id, reason: error.message };
    await logPaymentEvent(db, { ...event, result: "no_response", payload, at: clock.now() });
    return false;
  }
}

/** Computes the next retry. After an hour without a response the merchant is notified, once. */
async function delayRetry(shop: AppContextWithGateways, work: RefundWork): Promise<Date> {
  const now = shop.clock.now();
  if (now.getTime() - work.createdAt.getTime() > gatewayDownAlertMs)
    await shop.db.transaction((tx) =>
      addNoteAndEmailMerchant(tx, toNotedPayment(work), { note: "refund_no_response", kind: "gateway_silent", now }),
    );
  return nextRetryAt(gatewayBackOff, work.createdAt, now);
}

/**
 * Notifies the merchant, once, of a refund that does not complete; later refunds of its payment wait for it.
 */
async function notifyIfSlow(
  { db, clock }: AppContextWithGateways,
  { id, orderId, createdAt }: RefundWork,
): Promise<void> {
  const now = clock.now();
  if (now.getTime() - createdAt.getTime() < slowAfterMs) return;
  await db.transaction(async (tx) => {
    const work = (await lockOrder(tx, orderId)) && (await findRefundWork(tx, id));
    if (work)
      await addNoteAndEmailMerchant(tx, toNotedPayment(work), { note: "refund_slow", kind: "refund_slow", now });
  });
}

const Payload = z.object({ refundId: z.int() });

/**
 * Handler of outbox jobs of kind `refund`: requests the refund at the gateway. Safe to retry after a crash: the gateway
 * identifies the request by the refund, and its end is recorded once.
 */
export const processRefundJob =
  (shop: AppContextWithGateways): OutboxHandler =>
  async (payload) => {
    const work = await findRefundWork(shop.db, Payload.parse(payload).refundId);
    if (!work) return;
    if (await hasPendingRefund(shop.db, work)) {
      await notifyIfSlow(shop, work);
      throw new RescheduleJob(
        new Date(shop.clock.now().getTime() + pollIntervalMs),
        "an earlier refund of the payment is under way",
      );
    }
    const send = async (gateway: Gateway): Promise<RefundStatusResult> => {
      await shop.db.transaction((tx) => markRequested(tx, work.id, shop.clock.now()));
      return gateway.refund(work.input);
    };
    if (await callGateway(shop, work, send)) return;
    throw new RescheduleJob(await delayRetry(shop, work), "the gateway did not respond");
  };

async function pollRefund(shop: AppContextWithGateways, refundId: number): Promise<void> {
  const work = await findRefundWork(shop.db, refundId);
  if (!work) return;
  const { gatewayId, input } = work;
  // without a response it is polled again when the lease ends
  await callGateway(shop, work, (gateway) => gateway.retrieveRefund({ ...input, gatewayId }));
  await notifyIfSlow(shop, work);
}

/**
 * Polls the refunds that gateways have accepted but not completed.
 * @param ofPayment only the refunds of this payment, due or not: its gateway has reported an event
 */
export async function pollRefunds(
  shop: AppContextWithGateways,
  { ofPayment = null }: { ofPayment?: number | null } = {},
): Promise<void> {
  const now = shop.clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const due = await shop.db.transaction((tx) =>
    claimDueRefunds(tx, { now, leaseUntil, limit: batchSize, paymentId: ofPayment }),
  );
  await mapConcurrent(due, (refundId) => pollRefund(shop, refundId), shop.log);
}
