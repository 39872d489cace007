import { codMethodId } from "#contract/payment-methods/index.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { paidDeposit, paidItsOrder } from "#shop/payments/index.ts";

/** The cash that is due for an order `o`: its total less its deposit, or 0 if it is paid, or has another payment method. Overpayments do not pay it. */
export const amountOwed: Sql = sql`
  case when o.payment_method = ${codMethodId} and o.paid_at is null
      and not exists (select from payment p where p.order_id = o.id and ${paidItsOrder} and not p.is_deposit)
    then greatest(0, o.total - ${paidDeposit(sql`o.id`)}) else 0 end`;
