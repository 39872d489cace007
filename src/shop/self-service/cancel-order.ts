import { storedReason } from "#contract/backoffice/order-rules.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import type { selfServiceEndpoints } from "#contract/endpoints/self-service.ts";
import type { SelfServiceState } from "#contract/self-service.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { requestCancellation, transitionOrder } from "#shop/orders/index.ts";
import { type AppContextWithGateways, assertNoCapture, pollOpenPayments } from "#shop/payment-flow/index.ts";
import { closeOpenAttempts } from "#shop/payments/index.ts";
import { changeOwnOrder, recordAct } from "./change-order.ts";
import { actorOf, type OwnedOrder } from "./owner.ts";

type CancelBody = BodyOf<typeof selfServiceEndpoints.cancelOwnOrder>;

interface CancelContext extends OwnedOrder {
  why: string;
  now: Date;
}

async function cancelUnpaid(tx: Tx, { orderId, owner, why, lang, now }: CancelContext): Promise<void> {
  await assertNoCapture(tx, [orderId], { now, lang });
  await closeOpenAttempts(tx, orderId, now);
  const reason = storedReason("customer", why);
  const moved = await transitionOrder(tx, orderId, "cancelled", {
    actor: actorOf(owner),
    reason,
    cancelReason: "customer",
    now,
  });
  if (!moved.ok) throw new Error(`order ${orderId} could not be cancelled: ${moved.reason}`);
  await recordAct(tx, orderId, { act: "cancelled", values: { why: why || "–" }, now });
}

async function cancelPaid(
  tx: Tx,
  { orderId, owner, why, lang, now }: CancelContext,
  automatic: boolean,
): Promise<void> {
  const reason = t("vi", "customer_acts.refund_reason", { why: why || "–" });
  const begun = await requestCancellation(tx, orderId, { actor: actorOf(owner), reason, automatic, lang, now });
  await recordAct(tx, orderId, {
    act: begun ? "refund_begun" : "cancel_requested",
    values: { why: why || "–" },
    now,
  });
}

/**
 * Cancels an owner's unpaid order; requests the cancellation of a paid one, or begins its refund.
 * @returns the order as it is then
 * @throws HttpError 404; 409 `lianne_state` if it was changed, paid, packed or closed meanwhile, `payment_in_progress`
 */
export async function cancelOwnOrder(
  shop: AppContextWithGateways,
  { owner, orderId, lang }: OwnedOrder,
  { version, reason, note }: CancelBody,
): Promise<SelfServiceState> {
  // an order that is paid by now is not cancelled as unpaid
  await pollOpenPayments(shop, [orderId], { forCash: false, lang });
  const now = shop.clock.now();
  const why = [reason ? t("vi", `self_cancel_reasons.${reason}`) : "", note].filter(Boolean).join(" · ");
  const change = { owner, orderId, lang, version, actions: ["cancel", "request_cancel", "cancel_and_refund"] } as const;
  return changeOwnOrder(shop, change, async (tx, allowed) => {
    const context = { orderId, owner, why, lang, now };
    if (allowed === "cancel") await cancelUnpaid(tx, context);
    else await cancelPaid(tx, context, allowed === "cancel_and_refund");
  });
}
