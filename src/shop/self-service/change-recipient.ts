import type { BodyOf } from "#contract/endpoint.ts";
import type { selfServiceEndpoints } from "#contract/endpoints/self-service.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import type { SelfServiceState } from "#contract/self-service.ts";
import { changeParcelRecipient } from "#shop/fulfilment/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { notFoundIn } from "#shop/kernel/request/not-found.ts";
import { findOrder, type Order, updateOrderIn } from "#shop/orders/index.ts";
import { type AppContextWithGateways, assertNoCapture, pollOpenPayments } from "#shop/payment-flow/index.ts";
import { GhnRejectedError } from "#shop/shipping/index.ts";
import { assertWithinCashLimits } from "./cash-limits.ts";
import { assertAllowed, changeOwnOrder, type OwnerChange, recordAct } from "./change-order.ts";
import { readFacts } from "./facts.ts";
import { actorOf, type OwnedOrder } from "./owner.ts";

type RecipientBody = BodyOf<typeof selfServiceEndpoints.changeRecipient>;

const recipientOf = ({ billing }: Pick<Order, "billing">) => ({
  firstName: billing.first_name,
  lastName: billing.last_name,
  phone: billing.phone,
});
const described = ({ firstName, lastName, phone }: ReturnType<typeof recipientOf>): string =>
  `${lastName} ${firstName}, ${toLocalPhone(phone)}`;

/** Changes the booked parcel. @throws HttpError 409 with the carrier's reason, 503 without its response */
async function changeAtCarrier(
  shop: AppContext,
  { orderId, lang }: Pick<OwnerChange, "orderId" | "lang">,
  recipient: ReturnType<typeof recipientOf>,
): Promise<boolean> {
  try {
    return await changeParcelRecipient(shop, orderId, recipient);
  } catch (error) {
    if (error instanceof GhnRejectedError) {
      const message = t(lang, "self_service.carrier_refused", { reason: error.message });
      throw new HttpError(409, "lianne_carrier_refused", message);
    }
    if (error instanceof UpstreamUnavailableError)
      throw new HttpError(503, "lianne_carrier_unavailable", t(lang, "self_service.carrier_silent"));
    throw error;
  }
}

async function write(
  tx: Tx,
  { owner, orderId, lang }: OwnerChange,
  { body, now, limited }: { body: RecipientBody; now: Date; limited: boolean },
) {
  await assertNoCapture(tx, [orderId], { now, lang });
  const before = await findOrder(tx, orderId);
  if (!before) throw notFoundIn(lang);
  const { first_name, last_name, phone } = body;
  const person = { first_name, last_name, phone };
  // the link by which the number is changed does not end with the earlier one: sql/orders/order-links.sql
  if (owner.link) await tx.one(sql`select set_config('lianne.order_link', ${owner.link.toString("hex")}, true)`);
  // virtual items alone have no recipient
  const isShipped = before.shipping.first_name !== "" || before.shipping.last_name !== "";
  await updateOrderIn(
    tx,
    orderId,
    { billing: person, ...(isShipped && { shipping: person }) },
    { actor: actorOf(owner), now },
  );
  await assertWithinCashLimits(tx, before, { before, phone, lang, limited, now });
  const to = { firstName: first_name, lastName: last_name, phone };
  await recordAct(tx, orderId, {
    act: "recipient_changed",
    values: { from: described(recipientOf(before)), to: described(to) },
    now,
  });
}

/**
 * Changes name and phone number of an owner's order, and of its booked parcel. The carrier comes first: what it refuses is not stored.
 * @returns the order as it is then
 * @throws HttpError 404; 409 `lianne_state`, `payment_in_progress`, `lianne_carrier_refused`; 503; 400 above the limits of cash orders
 */
export async function changeRecipient(
  shop: AppContextWithGateways,
  { owner, orderId, lang }: OwnedOrder,
  body: RecipientBody,
): Promise<SelfServiceState> {
  // an order that is paid by now is not changed as unpaid
  await pollOpenPayments(shop, [orderId], { forCash: false, lang });
  const change: OwnerChange = { owner, orderId, lang, version: body.version, actions: ["change_recipient"] };
  const [facts, before] = [(await readFacts(shop.db, [orderId])).get(orderId), await findOrder(shop.db, orderId)];
  if (!facts || !before) throw notFoundIn(lang);
  assertAllowed(facts, change);
  const { first_name: firstName, last_name: lastName, phone } = body;
  const isBooked = await changeAtCarrier(shop, change, { firstName, lastName, phone });
  try {
    const options = { body, now: shop.clock.now(), limited: shop.config.rateLimits };
    return await changeOwnOrder(shop, change, (tx) => write(tx, change, options));
  } catch (error) {
    // not stored: the parcel gets its recipient back
    if (isBooked) await restoreAtCarrier(shop, orderId);
    throw error;
  }
}

async function restoreAtCarrier(shop: AppContext, orderId: number): Promise<void> {
  const order = await findOrder(shop.db, orderId);
  if (!order) return;
  await changeParcelRecipient(shop, orderId, recipientOf(order)).catch((error: unknown) => {
    shop.log.error({ err: error, order: orderId }, "the carrier has another recipient than the order");
  });
}
