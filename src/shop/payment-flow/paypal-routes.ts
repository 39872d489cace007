import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { paymentEndpoints } from "#contract/endpoints/payments.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { rawText } from "#shop/kernel/request/body-parsers.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { noRoute } from "#shop/kernel/request/not-found.ts";
import {
  findAttemptByIds,
  hasBeenPaid,
  isKnownEvent,
  isPending,
  logPaymentEvent,
  type PaymentStatusResult,
  parsePaypalWebhook,
  type StoredAttempt,
  type ValidWebhook,
} from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { type GatewayReturn, orderOwnership, redirectToResult } from "./gateway-return.ts";
import { handleRefundWebhook } from "./handle-refund-webhook.ts";
import { logRejectedWebhook } from "./log-rejected-webhook.ts";
import { applyGatewayStatus, captureAndSettle, queryGateway, scheduleEarlyPoll } from "./poll-payment.ts";

const paypalErrors = {
  signature: () => new HttpError(400, "webhook_signature", "Invalid signature."),
  malformed: () =>
    new HttpError(400, "webhook_malformed", "Signature headers are missing, or the body is not a PayPal event."),
  unavailable: () => new HttpError(503, "webhook_unavailable", "PayPal is unavailable."),
  unknown: () => new HttpError(404, "webhook_unknown_payment", "Unknown payment."),
};

/** PayPal's webhooks name the payment; its status is taken from a query to PayPal. */
async function pollWebhookPayment(shop: AppContextWithGateways, attempt: StoredAttempt): Promise<string> {
  const settled = await captureAndSettle(shop, attempt);
  if (!settled) throw paypalErrors.unavailable();
  return settled;
}

async function handlePaypalWebhook(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  webhook: ValidWebhook,
): Promise<string> {
  const { db, clock } = shop;
  const { eventId, code, payload, subject } = webhook;
  if (eventId !== null && (await isKnownEvent(db, eventId))) return "already";
  const attempt = await findAttemptByIds(db, "paypal", webhook);
  const event = { paymentId: attempt?.id ?? null, method: "paypal", channel: "webhook", code, payload } as const;
  if (!attempt && subject !== "other") {
    await logRejectedWebhook(shop, request, { ...event, result: "unknown order" });
    throw paypalErrors.unknown();
  }
  let result = "ignored";
  if (attempt)
    result =
      subject === "payment"
        ? await pollWebhookPayment(shop, attempt)
        : await handleRefundWebhook(shop, attempt, webhook);
  await logPaymentEvent(db, { ...event, eventId, result, at: clock.now() });
  return result;
}

async function respondToPaypal(shop: AppContextWithGateways, request: FastifyRequest): Promise<string> {
  const { paypal } = shop.config;
  if (!paypal?.webhookId) throw noRoute();
  const rawBody = Buffer.from(rawText(request), "utf8");
  const webhook = await parsePaypalWebhook(paypal, { headers: request.headers, rawBody }, { clock: shop.clock });
  if (webhook.ok) return handlePaypalWebhook(shop, request, webhook);
  const { reason, payload } = webhook;
  await logRejectedWebhook(shop, request, {
    paymentId: null,
    method: "paypal",
    channel: "webhook",
    result: reason,
    payload,
  });
  throw paypalErrors[reason]();
}

/**
 * Handles a return from PayPal. Its token identifies the attempt but proves nothing, so PayPal is queried.
 * @param approved true to capture the approved payment; false if the customer cancelled
 */
async function handlePaypalReturn(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  { approved }: { approved: boolean },
): Promise<GatewayReturn> {
  const { db, clock } = shop;
  const token = (request.query as Record<string, unknown>).token;
  const named = typeof token === "string" && /^[A-Za-z0-9-]{1,64}$/.test(token) ? token : null;
  const attempt =
    named && (await findAttemptByIds(db, "paypal", { reference: null, gatewayId: named, gatewayTransaction: null }));
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
  return { orderId: attempt.orderId, includeState: ownership === "own", ofChange: attempt.orderChangeId !== null };
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

/** PayPal's webhook, verified and idempotent, and its return and cancel URLs. */
export const paypalRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, paymentEndpoints.paypalWebhook, async ({ request }) => ({
      status: await respondToPaypal(shop, request),
    }));
    registerEndpoint(app, shop, paymentEndpoints.paypalReturn, async ({ request, reply }) =>
      redirectToResult(shop, reply, await handlePaypalReturn(shop, request, { approved: true })),
    );
    registerEndpoint(app, shop, paymentEndpoints.paypalCancel, async ({ request, reply }) =>
      redirectToResult(shop, reply, await handlePaypalReturn(shop, request, { approved: false })),
    );
  };
