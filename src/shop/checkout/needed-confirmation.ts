import { isCashMethod, type PaymentMethod } from "#contract/payment-methods/index.ts";
import { type Buyer, isGuest } from "#shop/kernel/auth/buyer.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { guestCheckout, readGuestCheckout } from "#shop/kernel/settings/guest-checkout.ts";
import { type ConfirmationTimes, confirmationTimes } from "#shop/orders/index.ts";

/** Whether cash orders of accounts wait for a confirmation, as a column of a statement that is sent anyway. */
export const customersConfirm: Sql = sql`
  exists (select from setting where name = ${guestCheckout.name} and value #>> '{}' = 'confirmed')`;

/** Until when a cash order that is placed now waits for its confirmation; null if it does not. @param confirms it has to be confirmed */
export const neededConfirmation = (
  method: PaymentMethod,
  { buyer, confirms, now }: { buyer: Buyer; confirms: boolean; now: Date },
): ConfirmationTimes | null =>
  confirms && isCashMethod(method) ? confirmationTimes(now, { isGuest: isGuest(buyer) }) : null;

/** The same for an account's order that is paid in another way from now on. */
export const customersConfirmation = async (
  tx: Tx,
  method: PaymentMethod,
  { customerId, now }: { customerId: number; now: Date },
): Promise<ConfirmationTimes | null> =>
  neededConfirmation(method, {
    buyer: { customerId },
    confirms: (await readGuestCheckout(tx)) === "confirmed",
    now,
  });
