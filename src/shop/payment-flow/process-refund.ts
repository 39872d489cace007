import { z } from "zod";
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
import { mapConcurrent } from "./map-concurrent.ts";
import { addNoteAndEmailMerchant } from "./merchant-notes.ts";
import { gatewayDownAlertMs } from "./payment-deadlines.ts";

const soonMs = 5 * minuteMs;
const leaseMs = 2 * minuteMs;
const mostAtOnce = 50;
/** Banks take days; a refund that has not ended after so long may never do so by itself. */
const slowMs = 3 * dayMs;

/** Soon in the first hour, then hourly: banks take days. */
const nextLook = ({ createdAt }: RefundWork, now: Date): Date =>
  new Date(now.getTime() + (now.getTime() - createdAt.getTime() < hourMs ? soonMs : hourMs));

const noted = ({ orderId, id, amount, input }: RefundWork, code = "") => {
  const { method, reference, gatewayTransaction } = input.attempt;
  return { orderId, method, reference, amount, transaction: gatewayTransaction ?? "", code, refund: id };
};

/** What a gateway said of a refund takes effect, once. */
async function settleRefund(tx: Tx, work: RefundWork, verdict: RefundStatusResult, now: Date): Promise<void> {
  const { id, orderId, paymentId, amount, isOverpayment: surplus } = work;
  await lockOrder(tx, orderId);
  if (!(await recordRefund(tx, id, verdict, { now, nextPollAt: nextLook(work, now) }))) return;
  if (verdict.state === "done") {
    await updateRefundedStatus(tx, paymentId);
    await sendRefundedEmail(tx, orderId, { refundId: id, amount, surplus });
  }
  if (verdict.state === "failed") {
    const failure = surplus ? "surplus_failed" : "refund_failed";
    await addNoteAndEmailMerchant(tx, noted(work, verdict.code), { note: failure, kind: failure, now });
  }
}

/** @returns false where the gateway did not answer */
async function askFor(
  shop: AppContextWithGateways,
  work: RefundWork,
  ask: (gateway: Gateway) => Promise<RefundStatusResult>,
): Promise<boolean> {
  const { db, clock, gateways, log } = shop;
  const { paymentId, id } = work;
  const { method } = work.input.attempt;
  const event = { paymentId, method, channel: "refund" } as const;
  const gateway = gateways.get(method);
  if (!gateway) {
    log.warn({ refund: id }, `a refund by ${method} waits: its credentials are not set`);
    return false;
  }
  try {
    const verdict = await ask(gateway);
    await db.transaction((tx) => settleRefund(tx, work, verdict, clock.now()));
    const { state, code, response: answer } = verdict;
    await logPaymentEvent(db, { ...event, result: state, code, payload: { refund: id, ...answer }, at: clock.now() });
    return true;
  } catch (error) {
    if (!(error instanceof UpstreamUnavailableError)) throw error;
    const payload = { refund: id, reason: error.message };
    await logPaymentEvent(db, { ...event, result: "no answer", payload, at: clock.now() });
    return false;
  }
}

/** Somebody is told once when a refund has been waiting for its gateway for an hour. */
async function waitOn(shop: AppContextWithGateways, work: RefundWork): Promise<Date> {
  const now = shop.clock.now();
  const waitedMs = now.getTime() - work.createdAt.getTime();
  if (waitedMs > gatewayDownAlertMs)
    await shop.db.transaction((tx) =>
      addNoteAndEmailMerchant(tx, noted(work), { note: "refund_silent", kind: "gateway_silent", now }),
    );
  return new Date(now.getTime() + (waitedMs > gatewayDownAlertMs ? hourMs : minuteMs));
}

/** Somebody is told once when a refund does not end, whatever keeps it, and others of its payment behind it. */
async function tellIfSlow(
  { db, clock }: AppContextWithGateways,
  { id, orderId, createdAt }: RefundWork,
): Promise<void> {
  const now = clock.now();
  if (now.getTime() - createdAt.getTime() < slowMs) return;
  await db.transaction(async (tx) => {
    const work = (await lockOrder(tx, orderId)) && (await findRefundWork(tx, id));
    if (work) await addNoteAndEmailMerchant(tx, noted(work), { note: "refund_slow", kind: "refund_slow", now });
  });
}

const Payload = z.object({ refundId: z.int() });

/**
 * The outbox's work of kind `refund`: asks the gateway to give money back. It may be killed at any moment and begun again:
 * the same refund is the same request to the gateway, and its end is written down once.
 */
export const processRefundJob =
  (shop: AppContextWithGateways): OutboxHandler =>
  async (payload) => {
    const work = await findRefundWork(shop.db, Payload.parse(payload).refundId);
    if (!work) return;
    if (await hasPendingRefund(shop.db, work)) {
      await tellIfSlow(shop, work);
      throw new RescheduleJob(
        new Date(shop.clock.now().getTime() + soonMs),
        "an earlier refund of the payment is under way",
      );
    }
    const send = async (gateway: Gateway): Promise<RefundStatusResult> => {
      await shop.db.transaction((tx) => markRequested(tx, work.id, shop.clock.now()));
      return gateway.refund(work.input);
    };
    if (await askFor(shop, work, send)) return;
    throw new RescheduleJob(await waitOn(shop, work), "the gateway does not answer");
  };

async function follow(shop: AppContextWithGateways, refundId: number): Promise<void> {
  const work = await findRefundWork(shop.db, refundId);
  if (!work) return;
  const { gatewayId, input } = work;
  // after silence the lease ends by itself, and it is asked again
  await askFor(shop, work, (gateway) => gateway.retrieveRefund({ ...input, gatewayId }));
  await tellIfSlow(shop, work);
}

/**
 * Refunds that a gateway has taken on and not finished: it is asked what became of them.
 * @param ofPayment only those of this payment, at once: the gateway has told that something happened
 */
export async function pollRefunds(
  shop: AppContextWithGateways,
  { ofPayment = null }: { ofPayment?: number | null } = {},
): Promise<void> {
  const now = shop.clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const due = await shop.db.transaction((tx) =>
    claimDueRefunds(tx, { now, leaseUntil, limit: mostAtOnce, paymentId: ofPayment }),
  );
  await mapConcurrent(shop, due, (refundId) => follow(shop, refundId));
}
