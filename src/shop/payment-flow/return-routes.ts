import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { paymentEndpoints } from "#contract/endpoints/payments.ts";
import { sessionCustomer } from "#shop/kernel/auth/sessions.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import {
  findAttemptByIds,
  hasBeenPaid,
  isPending,
  logPaymentEvent,
  type PaymentStatusResult,
  parseVnpayIpn,
  type StoredAttempt,
  type WebhookEvent,
} from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { logRejectedWebhook } from "./log-rejected-webhook.ts";
import { applyGatewayStatus, captureAndSettle, queryGateway, scheduleEarlyPoll } from "./poll-payment.ts";
import { resultUrl } from "./result-url.ts";
import { rawQuery } from "./webhook-routes.ts";

const byReference = (reference: string | null) => ({ reference, gatewayId: null, gatewayTransaction: null });
const byGatewayId = (gatewayId: string) => ({ reference: null, gatewayId, gatewayTransaction: null });

type OrderOwnership = "own" | "other" | "guest";

async function orderOwnership(
  { db, clock }: AppContextWithGateways,
  request: FastifyRequest,
  orderId: number,
): Promise<OrderOwnership> {
  const customerId = await sessionCustomer(db, request, clock.now());
  if (customerId === null) return "guest";
  const own = await db.one(sql`select from orders where id = ${orderId} and customer_id = ${customerId}`);
  return own ? "own" : "other";
}

const isUnpaid = (status: PaymentStatusResult | null): status is PaymentStatusResult =>
  status !== null && (status.outcome === "failed" || status.outcome === "cancelled");

/**
 * Combines a signed return with the result of a query to VNPay. The query wins, except that only the return carries the
 * reason of a failure, and that a suspicion in it stays. A return alone never marks anything as paid.
 */
function resolveConflict(
  returned: PaymentStatusResult | null,
  polled: PaymentStatusResult | null,
): PaymentStatusResult | null {
  // a "00" of the same moment does not clear a suspicion: VNPay is polled again in an hour
  if (returned?.outcome === "held" && polled?.outcome === "paid") return returned;
  if (!isUnpaid(returned)) return polled;
  const isPaidAfterAll = polled?.outcome === "paid" || polled?.outcome === "held";
  return isPaidAfterAll ? polled : returned;
}

async function settleReturn(
  shop: AppContextWithGateways,
  attempt: StoredAttempt,
  webhook: Extract<WebhookEvent, { ok: true }>,
) {
  // an attempt that the shop has closed may still have been paid
  if (hasBeenPaid(attempt) || (!isPending(attempt) && isUnpaid(webhook.status))) return;
  const polled = await queryGateway(shop, attempt, { capture: false });
  if (!polled) await scheduleEarlyPoll(shop, attempt);
  const status = resolveConflict(webhook.status, polled);
  if (status) await applyGatewayStatus(shop, attempt, status);
}

/** @returns the order to show, null if this visitor may not see it */
async function handleVnpayReturn(
  shop: AppContextWithGateways,
  request: FastifyRequest,
): Promise<{ orderId: number | null; includeState: boolean }> {
  const { db, clock, config } = shop;
  const event = { method: "vnpay_visa", channel: "return" } as const;
  const webhook = config.vnpay && parseVnpayIpn(config.vnpay, rawQuery(request));
  if (!webhook?.ok) {
    const payload = webhook?.payload ?? {};
    if (webhook)
      await logRejectedWebhook(shop, request, { ...event, paymentId: null, result: webhook.reason, payload });
    const named = /^(\d{1,9})-\d{1,9}$/.exec(String(payload.vnp_TxnRef ?? ""))?.[1];
    const own = named !== undefined && (await orderOwnership(shop, request, Number(named))) === "own";
    return { orderId: own ? Number(named) : null, includeState: false };
  }
  const attempt = await findAttemptByIds(db, "vnpay_visa", byReference(webhook.reference));
  const { code, payload, status } = webhook;
  const returned = { ...event, paymentId: attempt?.id ?? null, code, payload };
  if (!attempt) {
    await logRejectedWebhook(shop, request, { ...returned, result: "unknown order" });
    return { orderId: null, includeState: false };
  }
  await settleReturn(shop, attempt, webhook);
  await logPaymentEvent(db, { ...returned, result: status?.outcome ?? "undecided", at: clock.now() });
  return { orderId: attempt.orderId, includeState: true };
}

/**
 * Handles a return from PayPal. Its token identifies the attempt but proves nothing, so PayPal is queried.
 * @param approved true to capture the approved payment; false if the customer cancelled
 */
async function handlePaypalReturn(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  { approved }: { approved: boolean },
): Promise<{ orderId: number | null; includeState: boolean }> {
  const { db, clock } = shop;
  const token = (request.query as Record<string, unknown>).token;
  const named = typeof token === "string" && /^[A-Za-z0-9-]{1,64}$/.test(token) ? token : null;
  const attempt = named && (await findAttemptByIds(db, "paypal", byGatewayId(named)));
  if (!attempt) return { orderId: null, includeState: false };
  const ownership = await orderOwnership(shop, request, attempt.orderId);
  if (ownership === "other") return { orderId: null, includeState: false };
  if (approved && !hasBeenPaid(attempt)) await captureApproved(shop, attempt);
  if (!approved && isPending(attempt)) await handlePaymentCancelled(shop, attempt);
  await logPaymentEvent(db, {
    paymentId: attempt.id,
    method: "paypal",
    channel: "return",
    result: approved ? "approved" : "cancelled",
    at: clock.now(),
  });
  return { orderId: attempt.orderId, includeState: ownership === "own" };
}

async function captureApproved(shop: AppContextWithGateways, attempt: StoredAttempt): Promise<void> {
  const settled = await captureAndSettle(shop, attempt);
  if (!settled) await scheduleEarlyPoll(shop, attempt);
}

/** The customer cancelled at PayPal. Ends the attempt, unless PayPal reports a payment. */
async function handlePaymentCancelled(shop: AppContextWithGateways, attempt: StoredAttempt): Promise<void> {
  const polled = await queryGateway(shop, attempt, { capture: false });
  if (!polled) return;
  const isUndecided = polled.outcome === "pending" || polled.outcome === "unknown";
  const status: PaymentStatusResult = isUndecided ? { ...polled, outcome: "cancelled", code: "cancelled" } : polled;
  await applyGatewayStatus(shop, attempt, status);
}

/**
 * The URLs to which gateways send customers back: each verifies the query, then redirects to the page that reads the
 * database.
 */
export const returnRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    const send = async (
      reply: FastifyReply,
      { orderId, includeState }: { orderId: number | null; includeState: boolean },
    ) => reply.header("cache-control", "no-store").redirect(await resultUrl(shop, orderId, { includeState }), 302);
    registerEndpoint(app, shop, paymentEndpoints.vnpayReturn, async ({ request, reply }) =>
      send(reply, await handleVnpayReturn(shop, request)),
    );
    registerEndpoint(app, shop, paymentEndpoints.paypalReturn, async ({ request, reply }) =>
      send(reply, await handlePaypalReturn(shop, request, { approved: true })),
    );
    registerEndpoint(app, shop, paymentEndpoints.paypalCancel, async ({ request, reply }) =>
      send(reply, await handlePaypalReturn(shop, request, { approved: false })),
    );
  };
