import { onlineMethods } from "#contract/payment-methods/index.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";

/**
 * Condition on `orders`: an online order that reserves stock while it waits for its gateway. False for cash, for bank
 * transfers and for merchants' orders, which have no reservation deadline.
 */
export const isAwaitingPayment: Sql = sql`status = 'pending' and stock_reserved_until is not null
  and payment_method = any(${onlineMethods}::text[])`;
