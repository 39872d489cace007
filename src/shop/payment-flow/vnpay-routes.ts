import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { paymentEndpoints } from "#contract/endpoints/payments.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import {
  findAttemptByIds,
  hasBeenPaid,
  isPending,
  logPaymentEvent,
  type PaymentStatusResult,
  parseVnpayIpn,
  type StoredAttempt,
  type ValidWebhook,
} from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { type GatewayReturn, orderOwnership, redirectToResult } from "./gateway-return.ts";
import { logRejectedWebhook } from "./log-rejected-webhook.ts";
import { applyGatewayStatus, queryGateway, scheduleEarlyPoll } from "./poll-payment.ts";
import { applyPaymentStatus } from "./settle-payment.ts";

/** VNPay's response codes. For all but the first two it retries every five minutes, ten times in all. */
const vnpayIpnResponses = {
  done: { RspCode: "00", Message: "Confirm Success" },
  already: { RspCode: "02", Message: "Order already confirmed" },
  unknown: { RspCode: "01", Message: "Order not found" },
  amount: { RspCode: "04", Message: "Invalid amount" },
  signature: { RspCode: "97", Message: "Invalid signature" },
  error: { RspCode: "99", Message: "Unknown error" },
} as const;
type VnpayIpnResponse = (typeof vnpayIpnResponses)[keyof typeof vnpayIpnResponses];

/** The raw query string, over which the signature is computed. */
const rawQuery = (request: FastifyRequest): string => request.url.split("?").slice(1).join("?");

async function handleVnpayIpn(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  webhook: ValidWebhook,
): Promise<VnpayIpnResponse> {
  const { db, clock } = shop;
  const attempt = await findAttemptByIds(db, "vnpay_visa", { ...webhook, gatewayId: null, gatewayTransaction: null });
  const { code, payload } = webhook;
  const event = { paymentId: attempt?.id ?? null, method: "vnpay_visa", channel: "webhook", code, payload } as const;
  if (!attempt) {
    await logRejectedWebhook(shop, request, { ...event, result: "unknown order" });
    return vnpayIpnResponses.unknown;
  }
  // null for two contradicting codes: VNPay is queried instead
  const result = webhook.status ?? (await queryGateway(shop, attempt, { capture: false }));
  if (!result) return vnpayIpnResponses.error;
  const state = await applyPaymentStatus(shop, attempt, { result, channel: "webhook" });
  if (state === "wrong amount") {
    await logRejectedWebhook(shop, request, { ...event, result: "wrong amount" });
    return vnpayIpnResponses.amount;
  }
  await logPaymentEvent(db, { ...event, result: `${result.outcome}, ${state}`, at: clock.now() });
  if (state === "unknown") return vnpayIpnResponses.unknown;
  return state === "already" ? vnpayIpnResponses.already : vnpayIpnResponses.done;
}

async function respondToVnpay(shop: AppContextWithGateways, request: FastifyRequest): Promise<VnpayIpnResponse> {
  const { vnpay } = shop.config;
  if (!vnpay) return vnpayIpnResponses.error;
  const webhook = parseVnpayIpn(vnpay, rawQuery(request));
  if (webhook.ok) return handleVnpayIpn(shop, request, webhook);
  const { reason, payload } = webhook;
  await logRejectedWebhook(shop, request, {
    paymentId: null,
    method: "vnpay_visa",
    channel: "webhook",
    result: reason,
    payload,
  });
  return reason === "signature" ? vnpayIpnResponses.signature : vnpayIpnResponses.error;
}

const isUnpaid = (status: PaymentStatusResult | null): status is PaymentStatusResult =>
  status !== null && (status.outcome === "failed" || status.outcome === "cancelled");

/**
 * Combines a signed return with the result of a query to VNPay. The query takes precedence, with two exceptions: only
 * the return has the reason of a failure, and a payment that the return reports as under review stays under review. A
 * return alone never marks anything as paid.
 */
function resolveConflict(
  returned: PaymentStatusResult | null,
  polled: PaymentStatusResult | null,
): PaymentStatusResult | null {
  // a query at the same moment that reports success does not end the review: VNPay is polled again in an hour
  if (returned?.outcome === "under_review" && polled?.outcome === "paid") return returned;
  if (!isUnpaid(returned)) return polled;
  const isPaidAfterAll = polled?.outcome === "paid" || polled?.outcome === "under_review";
  return isPaidAfterAll ? polled : returned;
}

async function settleReturn(shop: AppContextWithGateways, attempt: StoredAttempt, webhook: ValidWebhook) {
  // an attempt that the shop has closed may still have been paid
  if (hasBeenPaid(attempt) || (!isPending(attempt) && isUnpaid(webhook.status))) return;
  const polled = await queryGateway(shop, attempt, { capture: false });
  if (!polled) await scheduleEarlyPoll(shop, attempt);
  const status = resolveConflict(webhook.status, polled);
  if (status) await applyGatewayStatus(shop, attempt, status);
}

/** Handles a return from VNPay. The signed parameters are checked, and VNPay is queried. */
async function handleVnpayReturn(shop: AppContextWithGateways, request: FastifyRequest): Promise<GatewayReturn> {
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
  const attempt = await findAttemptByIds(db, "vnpay_visa", {
    reference: webhook.reference,
    gatewayId: null,
    gatewayTransaction: null,
  });
  const { code, payload, status } = webhook;
  const returned = { ...event, paymentId: attempt?.id ?? null, code, payload };
  if (!attempt) {
    await logRejectedWebhook(shop, request, { ...returned, result: "unknown order" });
    return { orderId: null, includeState: false };
  }
  await settleReturn(shop, attempt, webhook);
  await logPaymentEvent(db, { ...returned, result: status?.outcome ?? "undecided", at: clock.now() });
  return { orderId: attempt.orderId, includeState: true, ofChange: attempt.orderChangeId !== null };
}

/** VNPay's IPN, verified and idempotent, and its return URL. */
export const vnpayRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, paymentEndpoints.vnpayIpn, async ({ request }) => {
      try {
        return await respondToVnpay(shop, request);
      } catch (error) {
        // VNPay reads the code, not the HTTP status, and retries
        shop.log.error({ err: error }, "processing a VNPay IPN failed");
        return vnpayIpnResponses.error;
      }
    });
    registerEndpoint(app, shop, paymentEndpoints.vnpayReturn, async ({ request, reply }) =>
      redirectToResult(shop, reply, await handleVnpayReturn(shop, request)),
    );
  };
