import type { Language } from "#contract/language.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import {
  assertCodLimits,
  assertGuestCodLimits,
  placeKeyOf,
  readCodLimits,
  readGuestCodLimits,
} from "#shop/checkout/index.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import type { Order } from "#shop/orders/index.ts";

interface CashChange {
  phone: string;
  /** it is sent to another address */
  isMoved?: boolean;
  lang: Language;
  limited: boolean;
  now: Date;
}

/**
 * A change of a cash order must not pass the limits that placing it has, of a customer or of a guest.
 * @param order as it is after the change
 * @throws HttpError 400 `cod_over_limit`
 */
export async function assertWithinCashLimits(
  tx: Tx,
  order: Order,
  { phone, isMoved = false, lang, limited, now }: CashChange,
): Promise<void> {
  const { id: orderId, customerId, paymentMethod, paidAt, total } = order;
  if (paidAt !== null || !isCashMethod(paymentMethod)) return;
  if (customerId !== null)
    return assertCodLimits(tx, await readCodLimits(tx, { limited }), { total, phone, customerId, lang, orderId });
  // the network is that of its placing
  const placed = { placeKey: isMoved ? placeKeyOf(order) : null, network: "", confirms: true };
  await assertGuestCodLimits(tx, await readGuestCodLimits(tx, { limited }), {
    ...placed,
    total,
    phone,
    lang,
    orderId,
    now,
  });
}
