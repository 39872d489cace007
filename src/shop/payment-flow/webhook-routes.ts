import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { paymentEndpoints } from "#contract/endpoints/payments.ts";
import { rawText } from "#shop/kernel/request/body-parsers.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { noRoute } from "#shop/kernel/request/not-found.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import {
  findAttemptByIds,
  isKnownEvent,
  logPaymentEvent,
  parsePaypalWebhook,
  parseVnpayIpn,
  type StoredAttempt,
  type WebhookEvent,
} from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { handleRefundWebhook } from "./handle-refund-webhook.ts";
import { logRejectedWebhook } from "./log-rejected-webhook.ts";
import { captureAndSettle, queryGateway } from "./poll-payment.ts";
import { applyPaymentStatus } from "./settle-payment.ts";

type ValidWebhook = Extract<WebhookEvent, { ok: true }>;

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
export const rawQuery = (request: FastifyRequest): string => request.url.split("?").slice(1).join("?");

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

/** The gateways' webhooks: verified, idempotent and independent of their order. */
export const webhookRoutes =
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
    registerEndpoint(app, shop, paymentEndpoints.paypalWebhook, async ({ request }) => ({
      status: await respondToPaypal(shop, request),
    }));
  };
