import type { FastifyRequest } from "fastify";
import { HttpError } from "#shop/kernel/http/errors.ts";
import { webhooksRejected } from "#shop/kernel/observability/metrics.ts";
import { logPaymentEvent, type PaymentEvent } from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";

/**
 * Writes down that a message in a gateway's name was refused. The gateway's own are never counted and never refused for
 * being many; only what is written of the others has an end, so that nobody fills the shop's disk.
 */
export async function logRejectedWebhook(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  event: Omit<PaymentEvent, "at" | "eventId">,
): Promise<void> {
  webhooksRejected.inc({ method: event.method });
  try {
    shop.limits.consume(request, "refusedNoticeByAddress", request.ip);
  } catch (error) {
    if (error instanceof HttpError) return;
    throw error;
  }
  const { method, channel, result: verdict, code } = event;
  shop.log.warn({ method, channel, code, address: request.ip }, `a message about a payment was refused: ${verdict}`);
  await logPaymentEvent(shop.db, { ...event, at: shop.clock.now() });
}
