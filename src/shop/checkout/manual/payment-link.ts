import type { FastifyRequest } from "fastify";
import type { PaymentLink } from "#contract/backoffice/manual-orders.ts";
import type { Language } from "#contract/language.ts";
import { isBankTransfer, isOnlineMethod } from "#contract/payment-methods/index.ts";
import { recordAuditEvent } from "#shop/kernel/db/audit.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { findOrder, type VersionCheck } from "#shop/orders/index.ts";
import { type AppContextWithGateways, bankPageUrl, payUrlFor, readPayableOrder } from "#shop/payment-flow/index.ts";
import { attemptsOf } from "#shop/payments/index.ts";

/**
 * A link by which an order is paid: that of its open attempt, or of a new one if the last link has expired.
 * @throws HttpError 404; 409 if there is nothing to pay; 503 if the gateway does not respond
 */
export async function createPaymentLink(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  { orderId, lang, requireVersion }: { orderId: number; lang: Language; requireVersion: VersionCheck },
): Promise<PaymentLink> {
  const order = await findOrder(shop.db, orderId);
  if (!order) throw new HttpError(404, "rest_not_found", t(lang, "workflow_errors.no_order"));
  // without a lock, which would last while the gateway responds: the link is opened for the amount that is stored then
  await requireVersion(shop.db);
  const url = isOnlineMethod(order.paymentMethod)
    ? await payUrlFor(shop, await readPayableOrder(shop, orderId), {
        ip: request.ip,
        lang,
        expectedUsdCents: undefined,
      })
    : null;
  const [attempt] = url === null ? [] : await attemptsOf(shop.db, orderId);
  if (url === null || !attempt?.expiresAt)
    throw new HttpError(409, "lianne_invalid_state", t(lang, "manual_orders.nothing_to_pay"), {
      extra: { state: order.status },
    });
  const { db, config, clock } = shop;
  const page = await db.transaction(async (tx) => {
    await recordAuditEvent(tx, { operation: "done", object: "order", id: orderId });
    // the customer's device has no session: its page opens by a key
    if (!isBankTransfer(order.paymentMethod)) return url;
    return bankPageUrl(tx, orderId, { publicUrl: config.publicUrl, now: clock.now() });
  });
  return { url: page, until: attempt.expiresAt.toISOString(), deposit: null };
}
