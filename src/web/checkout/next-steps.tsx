import { calendarDayOf, formatDayRange, formatWeekday } from "#contract/calendar-days.ts";
import type { PaymentState } from "#contract/payment.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey } from "#web/i18n/translate.ts";
import { expectedDelivery } from "./local-orders.ts";

/** What happens next; null if nothing is left. */
function stepsOf(
  { payment_status, order_status, confirmation }: PaymentState,
  pickup: boolean,
): readonly TextKey[] | null {
  // to be cancelled by the next run of the job
  if (confirmation?.state === "expired") return null;
  const wrapped = pickup ? "payment_result.next_ready" : "payment_result.next_deliver";
  if (payment_status === "placed")
    return [
      "payment_result.next_pack",
      wrapped,
      pickup ? "payment_result.next_pay_shop" : "payment_result.next_pay_courier",
    ];
  const paid = payment_status === "completed" && (order_status === "processing" || order_status === "pending");
  return paid ? ["payment_result.next_pack", wrapped] : null;
}

/** The steps of a placed order until delivery, and when cash is due. */
export function NextSteps({ state, pickup }: { state: PaymentState; pickup: boolean }) {
  const t = useTexts();
  const lang = useLanguage();
  const steps = stepsOf(state, pickup);
  if (!steps) return null;
  const promised = pickup ? null : state.promise;
  const expected = pickup || promised ? null : expectedDelivery(state.order_id);
  return (
    <section aria-labelledby="next" className="mt-10 w-full border-t border-line pt-8 text-left">
      <h2 id="next" className="text-xl">
        {t("payment_result.next_title")}
      </h2>
      <ol className="mt-4 space-y-3">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-4 text-sm">
            <span aria-hidden="true" className="w-4 shrink-0 font-display text-xl leading-none text-champagne">
              {index + 1}
            </span>
            <span>
              {promised && step === "payment_result.next_deliver"
                ? t("delivery_promise.arrives", { days: formatDayRange(lang, promised.from, promised.by) })
                : t(step)}
              {expected && step === "payment_result.next_deliver" && (
                <span className="tabular block text-taupe">
                  {t("order_info.expected_delivery", { date: formatWeekday(lang, calendarDayOf(new Date(expected))) })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
