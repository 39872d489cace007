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
import { applyGatewayStatus, canCapture, pollAndSettle, queryGateway, scheduleEarlyPoll } from "./poll-payment.ts";
import { resultUrl } from "./result-url.ts";
import { rawQuery } from "./webhook-routes.ts";

const byReference = (reference: string | null) => ({ reference, gatewayId: null, gatewayTransaction: null });
const byGatewayId = (gatewayId: string) => ({ reference: null, gatewayId, gatewayTransaction: null });

type Whose = "theirs" | "somebody else's" | "nobody is logged in";

async function whoseOrder(
  { db, clock }: AppContextWithGateways,
  request: FastifyRequest,
  orderId: number,
): Promise<Whose> {
  const customerId = await sessionCustomer(db, request, clock.now());
  if (customerId === null) return "nobody is logged in";
  const own = await db.one(sql`select from orders where id = ${orderId} and customer_id = ${customerId}`);
  return own ? "theirs" : "somebody else's";
}

const isUnpaid = (verdict: PaymentStatusResult | null): verdict is PaymentStatusResult =>
  verdict !== null && (verdict.outcome === "failed" || verdict.outcome === "cancelled");

/**
 * What counts of a signed return and of VNPay's own answer: the answer, but for the reason why nothing was paid, which the
 * return alone tells, and a suspicion. A return never makes anything paid.
 */
function counted(said: PaymentStatusResult | null, asked: PaymentStatusResult | null): PaymentStatusResult | null {
  // the same breath's 00 does not lift a suspicion: VNPay is asked again in an hour
  if (said?.outcome === "held" && asked?.outcome === "paid") return said;
  if (!isUnpaid(said)) return asked;
  const isPaidAfterAll = asked?.outcome === "paid" || asked?.outcome === "held";
  return isPaidAfterAll ? asked : said;
}

async function settleReturn(
  shop: AppContextWithGateways,
  attempt: StoredAttempt,
  notice: Extract<WebhookEvent, { ok: true }>,
) {
  // an attempt that the shop has closed may have been paid all the same
  if (hasBeenPaid(attempt) || (!isPending(attempt) && isUnpaid(notice.status))) return;
  const asked = await queryGateway(shop, attempt, { take: false });
  if (!asked) await scheduleEarlyPoll(shop, attempt);
  const verdict = counted(notice.status, asked);
  if (verdict) await applyGatewayStatus(shop, attempt, verdict);
}

/** @returns the order whose page the shopper is shown, null where it is not for them to know */
async function handleVnpayReturn(
  shop: AppContextWithGateways,
  request: FastifyRequest,
): Promise<{ orderId: number | null; told: boolean }> {
  const { db, clock, config } = shop;
  const event = { method: "vnpay_visa", channel: "return" } as const;
  const notice = config.vnpay && parseVnpayIpn(config.vnpay, rawQuery(request));
  if (!notice?.ok) {
    const payload = notice?.payload ?? {};
    if (notice) await logRejectedWebhook(shop, request, { ...event, paymentId: null, result: notice.reason, payload });
    const named = /^(\d{1,9})-\d{1,9}$/.exec(String(payload.vnp_TxnRef ?? ""))?.[1];
    const own = named !== undefined && (await whoseOrder(shop, request, Number(named))) === "theirs";
    return { orderId: own ? Number(named) : null, told: false };
  }
  const attempt = await findAttemptByIds(db, "vnpay_visa", byReference(notice.reference));
  const { code, payload, status: verdict } = notice;
  const said = { ...event, paymentId: attempt?.id ?? null, code, payload };
  if (!attempt) {
    await logRejectedWebhook(shop, request, { ...said, result: "unknown order" });
    return { orderId: null, told: false };
  }
  await settleReturn(shop, attempt, notice);
  await logPaymentEvent(db, { ...said, result: verdict?.outcome ?? "undecided", at: clock.now() });
  return { orderId: attempt.orderId, told: true };
}

/**
 * PayPal's token names its order and proves nothing: the attempt is looked up by it, and PayPal is asked.
 * @param approved what was approved is taken; otherwise the shopper has turned back
 */
async function comeFromPaypal(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  { approved }: { approved: boolean },
): Promise<{ orderId: number | null; told: boolean }> {
  const { db, clock } = shop;
  const token = (request.query as Record<string, unknown>).token;
  const named = typeof token === "string" && /^[A-Za-z0-9-]{1,64}$/.test(token) ? token : null;
  const attempt = named && (await findAttemptByIds(db, "paypal", byGatewayId(named)));
  if (!attempt) return { orderId: null, told: false };
  const whose = await whoseOrder(shop, request, attempt.orderId);
  if (whose === "somebody else's") return { orderId: null, told: false };
  if (approved && !hasBeenPaid(attempt)) await takeApproved(shop, attempt);
  if (!approved && isPending(attempt)) await handlePaymentCancelled(shop, attempt);
  const verdict = approved ? "approved" : "cancelled";
  await logPaymentEvent(db, {
    paymentId: attempt.id,
    method: "paypal",
    channel: "return",
    result: verdict,
    at: clock.now(),
  });
  return { orderId: attempt.orderId, told: whose === "theirs" };
}

async function takeApproved(shop: AppContextWithGateways, attempt: StoredAttempt): Promise<void> {
  const settled = await pollAndSettle(shop, attempt, { take: await canCapture(shop, attempt) });
  if (!settled) await scheduleEarlyPoll(shop, attempt);
}

/** The shopper has pressed cancel. Unless PayPal says that something was paid, the attempt is over. */
async function handlePaymentCancelled(shop: AppContextWithGateways, attempt: StoredAttempt): Promise<void> {
  const asked = await queryGateway(shop, attempt, { take: false });
  if (!asked) return;
  const isPending = asked.outcome === "pending" || asked.outcome === "unknown";
  const verdict: PaymentStatusResult = isPending ? { ...asked, outcome: "cancelled", code: "cancelled" } : asked;
  await applyGatewayStatus(shop, attempt, verdict);
}

/** Where the gateways send shoppers back to: what they bring is checked, then the page is shown that asks the database. */
export const returnRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    const send = async (reply: FastifyReply, { orderId, told }: { orderId: number | null; told: boolean }) =>
      reply.header("cache-control", "no-store").redirect(await resultUrl(shop, orderId, { told }), 302);
    registerEndpoint(app, shop, paymentEndpoints.vnpayReturn, async ({ request, reply }) =>
      send(reply, await handleVnpayReturn(shop, request)),
    );
    registerEndpoint(app, shop, paymentEndpoints.paypalReturn, async ({ request, reply }) =>
      send(reply, await comeFromPaypal(shop, request, { approved: true })),
    );
    registerEndpoint(app, shop, paymentEndpoints.paypalCancel, async ({ request, reply }) =>
      send(reply, await comeFromPaypal(shop, request, { approved: false })),
    );
  };
