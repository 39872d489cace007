import { formatDayRange, formatWeekday } from "#contract/calendar-days.ts";
import type { Language, Translated } from "#contract/language.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { ComputedPromise } from "./compute-promise.ts";

const inBoth = (text: (lang: Language) => string): Translated => ({ vi: text("vi"), en: text("en") });

/** The text of a delivery, or what is missing for one. @param sent false for virtual items alone */
export const deliveryText = ({ arrival }: Pick<ComputedPromise, "arrival">, sent: boolean): Translated =>
  inBoth((lang) => {
    if (!sent) return t(lang, "order_info.delivery_none");
    if (!arrival) return t(lang, "delivery_promise.choose_place");
    return t(lang, "delivery_promise.arrives", { days: formatDayRange(lang, arrival.earliest, arrival.latest) });
  });

/** The text of a pickup at the shop. */
export const pickupText = ({ ready }: Pick<ComputedPromise, "ready">, today: string): Translated =>
  inBoth((lang) =>
    ready === today
      ? t(lang, "delivery_promise.pickup_today")
      : t(lang, "delivery_promise.pickup", { day: formatWeekday(lang, ready) }),
  );
