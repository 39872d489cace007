import type { CartItem } from "#contract/cart.ts";
import { type CalendarDay, formatDayRange } from "#contract/calendar-days.ts";
import { itemsQuery } from "#web/delivery/items-query.ts";
import {
  type CurrentPromise,
  type PromiseQuestion,
  replacePromise,
  useDeliveryPromise,
} from "#web/delivery/use-delivery-promise.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useLater } from "#web/delivery/use-later.ts";
import { policyOf } from "#web/delivery/policy-of.ts";
import { placeQuery } from "#web/delivery/place-query.ts";
import { type OrderForm, placeOf } from "./order-form.ts";

/** The days of a shipment, the latest is promised. */
export interface PromisedDelivery {
  from: CalendarDay;
  by: CalendarDay;
}

/** The days of both delivery methods, as far as they are known. */
export interface OrderPromise {
  /** null while unknown */
  current: CurrentPromise | null;
  /** in place of days that could not be loaded */
  policy: string | undefined;
  /** the chosen method is a pickup */
  pickup: boolean;
  /** of the chosen method the latest day, as the order is submitted with it; null while unknown */
  latest: CalendarDay | null;
  /** the latest day is later than the one that was displayed before */
  later: boolean;
  /** shows the days that an order was rejected for */
  replace: (days: PromisedDelivery) => void;
}

/** The promise for the form's place and the ordered items; its pickup needs no place. */
export function useOrderPromise(form: OrderForm, items: readonly CartItem[]): OrderPromise {
  const pickup = form.deliveryMethod === "in person";
  const { province_id, ...ward } = placeQuery(placeOf(form));
  const question: PromiseQuestion | null =
    items.length > 0
      ? {
          ...(ward.ward_code !== undefined && ward),
          ...(province_id !== undefined && { province_id }),
          items: itemsQuery(items),
        }
      : null;
  const { promise: current, failed } = useDeliveryPromise(question);
  const latest = (pickup ? current?.ready : current?.latest) ?? null;
  const later = useLater(latest, pickup ? "pickup" : JSON.stringify(ward));
  const t = useTexts();
  const lang = useLanguage();
  return {
    ...{
      current,
      policy: failed ? (policyOf(items) ?? t("product.delivery_promise")) : undefined,
      pickup,
      latest,
      later,
    },
    replace: ({ from, by }) => {
      if (!question) return;
      const text = pickup
        ? t("delivery_promise.pickup", { day: formatDayRange(lang, from, by) })
        : t("delivery_promise.arrives", { days: formatDayRange(lang, from, by) });
      const sentence = { vi: text, en: text }; // of this page's language, which does not change without a reload
      replacePromise(
        question,
        pickup ? { ready: by, pickup_sentence: sentence } : { earliest: from, latest: by, sentence },
      );
    },
  };
}
