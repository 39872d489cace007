import type { Language } from "#contract/language.ts";
import { formatPrice } from "#contract/money.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/http/messages.ts";
import type { OnlineMethod } from "#shop/payments/index.ts";

/** Money that came for an order beside what it costs, and goes back. */
export interface Surplus {
  method: OnlineMethod;
  /** whole đồng */
  amount: number;
  returned: boolean;
}

/** Of the order `o`, oldest first, as JSON. */
export const surplusesOf: Sql = sql`coalesce((
  select jsonb_agg(jsonb_build_object('method', p.method, 'amount', r.amount, 'returned', r.status in ('done', 'manual')) order by r.id)
  from refund r join payment p on p.id = r.payment_id where r.order_id = o.id and r.surplus), '[]')`;

/** What a buyer who has paid twice is told; "" where nothing was paid without need. */
export const overpaymentMessage = (surpluses: readonly Surplus[], lang: Language): string =>
  surpluses
    .map(({ method, amount, returned }) =>
      t(lang, returned ? "payment_result.surplus_returned" : "payment_result.surplus_returning", {
        amount: formatPrice(amount, { code: "VND", rate: 1 }),
        method: t(lang, `payment_method.${method}`),
      }),
    )
    .join(" ");
