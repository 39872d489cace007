import type { Dong } from "#contract/money.ts";
import { type Buyer, isGuest } from "#shop/kernel/auth/buyer.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { guestCheckout } from "#shop/kernel/settings/guest-checkout.ts";
import {
  confirmationTimes,
  isAutoConfirmed,
  isOfKnownPhone,
  type NewConfirmation,
  phoneKeyOf,
} from "#shop/orders/index.ts";

/** Whether a cash order of an account waits for a confirmation: not one that a job confirms within a minute. */
const waits = (isExempt: Sql): Sql => sql`case
  when (select value #>> '{}' from setting where name = ${guestCheckout.name}) = 'confirmed' then not (${isExempt}) else false end`;

/** The same of an order that is placed now, as a column of a statement that is sent anyway. @param order its phone number is E.164 */
export const customersConfirm = ({ phone, total }: { phone: string; total: Dong }): Sql =>
  waits(isOfKnownPhone({ phone: phoneKeyOf(sql`${phone}::text`), total: sql`${total}::bigint` }));

/** The confirmation of a cash order that is placed now, and waits for it. */
export const confirmationFrom = (now: Date, buyer: Buyer): NewConfirmation => ({
  ...confirmationTimes(now, { isGuest: isGuest(buyer) }),
  needsCode: isGuest(buyer) && buyer.needsCode === true,
});

/** Until when an unpaid order that is paid in cash from now on waits for its confirmation; null if it does not. */
export async function neededConfirmation(
  tx: Tx,
  orderId: number,
  { buyer, now }: { buyer: Buyer; now: Date },
): Promise<NewConfirmation | null> {
  const order = isGuest(buyer)
    ? buyer
    : await tx.one<{ confirms: boolean }>(
        sql`select ${waits(isAutoConfirmed)} confirms from orders o where o.id = ${orderId}`,
      );
  return order?.confirms ? confirmationFrom(now, buyer) : null;
}
