import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { bankPaymentEndpoints } from "#contract/endpoints/bank-payments.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { rawText } from "#shop/kernel/request/body-parsers.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { noRoute } from "#shop/kernel/request/not-found.ts";
import { logPaymentEvent, type NotifierName, openNotifier } from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { bankPageRoutes, type OpenOrderLink } from "./bank/page-routes.ts";
import { recordTransfer } from "./bank/record-transfer.ts";
import { logRejectedWebhook } from "./log-rejected-webhook.ts";

const method = "bacs";
/** a message that is later than this is logged: the clocks differ, or it is a late retry */
const noticeablyLateMs = 5 * minuteMs;

/** @throws HttpError 404 unless the shop uses this notifier, 401 for a message that is not authentic, 400 for a malformed one */
async function handleBankWebhook(shop: AppContextWithGateways, request: FastifyRequest, name: NotifierName) {
  const { db, clock, config, log } = shop;
  const { bank } = config;
  if (bank?.notifier.name !== name) throw noRoute();
  const notifier = openNotifier(bank.notifier);
  const message = { headers: request.headers, rawBody: rawText(request), body: request.body };
  const event = { paymentId: null, method, channel: "webhook" } as const;
  const verified = notifier.verify(message, clock.now());
  if (!verified.authentic) {
    await logRejectedWebhook(shop, request, { ...event, result: verified.reason });
    throw new HttpError(401, "webhook_signature", "Invalid signature.");
  }
  if (verified.lateMs > noticeablyLateMs) log.info({ lateMs: verified.lateMs }, "a bank notification is late");
  const notifications = notifier.parse(message);
  if (!notifications) {
    await logRejectedWebhook(shop, request, { ...event, result: "malformed" });
    throw new HttpError(400, "webhook_malformed", "The body is not a notification of a transfer.");
  }
  for (const notification of notifications) {
    // the response is sent after the commit: a notification is repeated until it is stored
    const result = await recordTransfer(shop, bank, { notification, channel: `${name}-webhook` });
    const { amount, reference, direction } = notification;
    await logPaymentEvent(db, { ...event, result, payload: { amount, reference, direction }, at: clock.now() });
  }
  return { success: true } as const;
}

/** The webhooks of bank notifiers, and what the payment page of bank transfers calls. */
export const bacsRoutes =
  (shop: AppContextWithGateways, openOrderLink: OpenOrderLink): FastifyPluginAsync =>
  async (app) => {
    const { sepayWebhook, cassoWebhook, payosWebhook } = bankPaymentEndpoints;
    registerEndpoint(app, shop, sepayWebhook, ({ request }) => handleBankWebhook(shop, request, "sepay"));
    registerEndpoint(app, shop, cassoWebhook, ({ request }) => handleBankWebhook(shop, request, "casso"));
    registerEndpoint(app, shop, payosWebhook, ({ request }) => handleBankWebhook(shop, request, "payos"));
    await app.register(bankPageRoutes(shop, openOrderLink));
  };
