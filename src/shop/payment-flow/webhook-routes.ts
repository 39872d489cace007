import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { paymentEndpoints } from "#contract/endpoints/payments.ts";
import { rawText } from "#shop/kernel/http/body-parsers.ts";
import { HttpError, noRoute } from "#shop/kernel/http/errors.ts";
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
import { canCapture, pollAndSettle, queryGateway } from "./poll-payment.ts";
import { applyPaymentStatus } from "./settle-payment.ts";

type Heard = Extract<WebhookEvent, { ok: true }>;

/** VNPay's own codes: it comes again in five minutes, ten times in all, for all but the first two. */
const vnpayAnswers = {
  done: { RspCode: "00", Message: "Confirm Success" },
  already: { RspCode: "02", Message: "Order already confirmed" },
  unknown: { RspCode: "01", Message: "Order not found" },
  amount: { RspCode: "04", Message: "Invalid amount" },
  signature: { RspCode: "97", Message: "Invalid signature" },
  error: { RspCode: "99", Message: "Unknown error" },
} as const;
type VnpayAnswer = (typeof vnpayAnswers)[keyof typeof vnpayAnswers];

/** The query as it came: it is signed as it stands. */
export const rawQuery = (request: FastifyRequest): string => request.url.split("?").slice(1).join("?");

async function handleVnpayIpn(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  notice: Heard,
): Promise<VnpayAnswer> {
  const { db, clock } = shop;
  const attempt = await findAttemptByIds(db, "vnpay_visa", { ...notice, gatewayId: null, gatewayTransaction: null });
  const { code, payload } = notice;
  const event = { paymentId: attempt?.id ?? null, method: "vnpay_visa", channel: "notice", code, payload } as const;
  if (!attempt) {
    await logRejectedWebhook(shop, request, { ...event, result: "unknown order" });
    return vnpayAnswers.unknown;
  }
  // two codes that contradict each other: it is asked which of them is true
  const verdict = notice.status ?? (await queryGateway(shop, attempt, { take: false }));
  if (!verdict) return vnpayAnswers.error;
  const state = await applyPaymentStatus(shop, attempt, { verdict, channel: "notice" });
  if (state === "wrong amount") {
    await logRejectedWebhook(shop, request, { ...event, result: "wrong amount" });
    return vnpayAnswers.amount;
  }
  await logPaymentEvent(db, { ...event, result: `${verdict.outcome}, ${state}`, at: clock.now() });
  if (state === "unknown") return vnpayAnswers.unknown;
  return state === "already" ? vnpayAnswers.already : vnpayAnswers.done;
}

async function answerVnpay(shop: AppContextWithGateways, request: FastifyRequest): Promise<VnpayAnswer> {
  const { vnpay } = shop.config;
  if (!vnpay) return vnpayAnswers.error;
  const notice = parseVnpayIpn(vnpay, rawQuery(request));
  if (notice.ok) return handleVnpayIpn(shop, request, notice);
  const { reason, payload } = notice;
  await logRejectedWebhook(shop, request, {
    paymentId: null,
    method: "vnpay_visa",
    channel: "notice",
    result: reason,
    payload,
  });
  return reason === "signature" ? vnpayAnswers.signature : vnpayAnswers.error;
}

const refusedPaypal = {
  signature: () => new HttpError(400, "webhook_signature", "The signature of this message does not hold."),
  malformed: () => new HttpError(400, "webhook_malformed", "This message lacks what a signed message has."),
  unavailable: () => new HttpError(503, "webhook_later", "The signature cannot be checked at the moment."),
  unknown: () => new HttpError(404, "webhook_unknown_payment", "This message is about no payment of this shop."),
  silent: () => new HttpError(503, "webhook_later", "PayPal cannot be asked at the moment."),
};

/** PayPal's messages say which payment to ask about; what became of it is what PayPal answers then. */
async function hearPayment(shop: AppContextWithGateways, attempt: StoredAttempt): Promise<string> {
  const settled = await pollAndSettle(shop, attempt, { take: await canCapture(shop, attempt) });
  if (!settled) throw refusedPaypal.silent();
  return settled;
}

async function handlePaypalWebhook(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  notice: Heard,
): Promise<string> {
  const { db, clock } = shop;
  const { eventId, code, payload, subject } = notice;
  if (eventId !== null && (await isKnownEvent(db, eventId))) return "already";
  const attempt = await findAttemptByIds(db, "paypal", notice);
  const event = { paymentId: attempt?.id ?? null, method: "paypal", channel: "notice", code, payload } as const;
  if (!attempt && subject !== "other") {
    await logRejectedWebhook(shop, request, { ...event, result: "unknown order" });
    throw refusedPaypal.unknown();
  }
  let verdict = "passed over";
  if (attempt)
    verdict =
      subject === "payment" ? await hearPayment(shop, attempt) : await handleRefundWebhook(shop, attempt, notice);
  await logPaymentEvent(db, { ...event, eventId, result: verdict, at: clock.now() });
  return verdict;
}

async function answerPaypal(shop: AppContextWithGateways, request: FastifyRequest): Promise<string> {
  const { paypal } = shop.config;
  if (!paypal?.webhookId) throw noRoute();
  const rawBody = Buffer.from(rawText(request), "utf8");
  const notice = await parsePaypalWebhook(paypal, { headers: request.headers, rawBody }, { clock: shop.clock });
  if (notice.ok) return handlePaypalWebhook(shop, request, notice);
  const { reason, payload } = notice;
  await logRejectedWebhook(shop, request, {
    paymentId: null,
    method: "paypal",
    channel: "notice",
    result: reason,
    payload,
  });
  throw refusedPaypal[reason]();
}

/** What the gateways' servers tell: verified, the same however often and in whatever order it comes, answered with what is true. */
export const webhookRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, paymentEndpoints.vnpayIpn, async ({ request }) => {
      try {
        return await answerVnpay(shop, request);
      } catch (error) {
        // VNPay reads a code, not a status: it comes again
        shop.log.error({ err: error }, "a notice of VNPay could not be dealt with");
        return vnpayAnswers.error;
      }
    });
    registerEndpoint(app, shop, paymentEndpoints.paypalWebhook, async ({ request }) => ({
      status: await answerPaypal(shop, request),
    }));
  };
