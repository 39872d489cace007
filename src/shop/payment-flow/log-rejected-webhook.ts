import type { FastifyRequest } from "fastify";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { webhooksRejected } from "#shop/kernel/observability/metrics.ts";
import { logPaymentEvent, type PaymentEvent } from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";

/**
 * Logs a rejected webhook. Valid webhooks are never rate limited; rejected ones are logged up to a limit per address, so
 * that they cannot fill the disk.
 */
export async function logRejectedWebhook(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  event: Omit<PaymentEvent, "at" | "eventId">,
): Promise<void> {
  webhooksRejected.inc({ method: event.method });
  try {
    shop.limits.consume(request, "rejectedWebhookByAddress", request.ip);
  } catch (error) {
    if (error instanceof HttpError) return;
    throw error;
  }
  const { method, channel, result, code } = event;
  shop.log.warn({ method, channel, code, address: request.ip }, `rejected a payment webhook: ${result}`);
  await logPaymentEvent(shop.db, { ...event, at: shop.clock.now() });
}
