import type { FastifyRequest } from "fastify";
import type { OtherPayment, SelfServiceState } from "#contract/self-service.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { notFoundIn } from "#shop/kernel/request/not-found.ts";
import { findOrder, openChangeOf } from "#shop/orders/index.ts";
import { type AppContextWithGateways, changePayUrl, dropChange, pollOpenPayments } from "#shop/payment-flow/index.ts";
import { changeOwnOrder, recordAct, throwState } from "./change-order.ts";
import { readState } from "./facts.ts";
import type { OwnedOrder } from "./owner.ts";

/** Where what a waiting change costs more is paid; null if none waits. @throws HttpError 404, 503 if the gateway does not respond */
async function payUrl(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  { orderId, lang }: OwnedOrder,
): Promise<string | null> {
  const order = await findOrder(shop.db, orderId);
  if (!order) throw notFoundIn(lang);
  return changePayUrl(shop, order, { ip: request.ip, lang });
}

/**
 * Where the customer pays what the waiting change costs more; "" if nothing is to be paid. A gateway without a response does not undo the
 * change: its payment can be continued from the order.
 */
export async function stateWithPayment(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  own: OwnedOrder,
): Promise<OtherPayment> {
  const url = await payUrl(shop, request, own).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 503) return null;
    throw error;
  });
  return { order: await readState(shop.db, own), payment_url: url ?? "" };
}

/** The payment of a waiting change, again. @throws HttpError 409 `lianne_state` if none waits, 503 if the gateway does not respond */
export async function payChange(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  own: OwnedOrder,
): Promise<OtherPayment> {
  const { orderId, lang } = own;
  // a payment whose notification was lost
  await pollOpenPayments(shop, [orderId], { forCash: false, lang });
  const { actions } = await readState(shop.db, own);
  const url = actions.includes("pay_change") ? await payUrl(shop, request, own) : null;
  if (url === null) return throwState(shop.db, own);
  return { order: await readState(shop.db, own), payment_url: url };
}

/** Discards a change that waits for its payment. @returns the order, which is as it was @throws HttpError 409 `lianne_state` if it is paid */
export async function discardChange(
  shop: AppContextWithGateways,
  { owner, orderId, lang }: OwnedOrder,
  { version }: { version: string },
): Promise<SelfServiceState> {
  await pollOpenPayments(shop, [orderId], { forCash: false, lang });
  const now = shop.clock.now();
  return changeOwnOrder(shop, { owner, orderId, lang, version, actions: ["discard_change"] }, async (tx) => {
    const change = await openChangeOf(tx, orderId);
    if (change) await dropChange(tx, change, { state: "discarded", now });
    await recordAct(tx, orderId, { act: "change_discarded", notify: false, now });
  });
}
