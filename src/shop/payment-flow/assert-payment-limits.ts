import type { Language } from "#contract/language.ts";
import { type Dong, formatDong } from "#contract/money.ts";
import { violatedLimits } from "#contract/payment-methods/index.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { OnlineMethod } from "#shop/payments/index.ts";

/**
 * Checks an order's total against the gateway's limits per payment, before the customer is sent there.
 * @throws HttpError 400 with the method and its limits
 */
export function assertPaymentLimits({
  method,
  total,
  lang,
}: {
  method: OnlineMethod;
  total: Dong;
  lang: Language;
}): void {
  const broken = violatedLimits(method, total);
  if (!broken) return;
  const values = {
    method: t(lang, `payment_method.${method}`),
    ...{ least: formatDong(broken.min), below: formatDong(broken.belowMax), total: formatDong(total) },
  };
  throw new HttpError(400, "payment_total_out_of_bounds", t(lang, "order_errors.payment_bounds", values));
}
