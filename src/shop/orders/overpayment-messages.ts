import type { Language } from "#contract/language.ts";
import { type Dong, formatDong } from "#contract/money.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { OnlineMethod } from "#shop/payments/index.ts";

/** Money that was paid for an order beyond its total, and is refunded. */
export interface Overpayment {
  method: OnlineMethod;
  amount: Dong;
  returned: boolean;
}

/** The overpayments of order `o`, oldest first, as JSON. */
export const overpaymentsOf: Sql = sql`coalesce((
  select jsonb_agg(jsonb_build_object('method', p.method, 'amount', r.amount, 'returned', r.status in ('done', 'manual')) order by r.id)
  from refund r join payment p on p.id = r.payment_id where r.order_id = o.id and r.is_overpayment and not r.is_difference), '[]')`;

/** The message about an order that was paid twice; "" without overpayments. */
export const overpaymentMessage = (overpayments: readonly Overpayment[], lang: Language): string =>
  overpayments
    .map(({ method, amount, returned }) =>
      t(lang, returned ? "payment_result.surplus_returned" : "payment_result.surplus_returning", {
        amount: formatDong(amount),
        method: t(lang, `payment_method.${method}`),
      }),
    )
    .join(" ");
