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
  /** the order before the change */
  before: Pick<Order, "total" | "billing">;
  /** after it, E.164 */
  phone: string;
  /** it is sent to another address */
  isMoved?: boolean;
  lang: Language;
  limited: boolean;
  now: Date;
}

/**
 * A change of a cash order must not pass the limits that placing it has, of a customer or of a guest. What the change leaves as it was is not
 * checked: staff members may have exceeded a limit.
 * @param order as it is after the change
 * @throws HttpError 400 `cod_over_limit`
 */
export async function assertWithinCashLimits(
  tx: Tx,
  order: Order,
  { before, phone, isMoved = false, lang, limited, now }: CashChange,
): Promise<void> {
  const { id: orderId, customerId, paymentMethod, paidAt, total } = order;
  if (paidAt !== null || !isCashMethod(paymentMethod)) return;
  const grows = total > before.total;
  const hasOtherPhone = phone !== before.billing.phone;
  const checked = { total, phone, lang, orderId };
  if (customerId !== null) {
    if (grows || hasOtherPhone)
      await assertCodLimits(tx, await readCodLimits(tx, { limited }), { ...checked, customerId });
    return;
  }
  const { maxTotal, maxOpen, ...ofPlace } = await readGuestCodLimits(tx, { limited });
  const limits = { ...ofPlace, maxTotal: grows ? maxTotal : null, maxOpen: hasOtherPhone ? maxOpen : null };
  // the network is that of its placing
  const placed = { placeKey: isMoved ? placeKeyOf(order) : null, network: "", confirms: true };
  await assertGuestCodLimits(tx, limits, { ...checked, ...placed, now });
}
