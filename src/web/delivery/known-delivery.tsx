import type { ReactNode } from "react";
import { formatShortRange } from "#contract/calendar-days.ts";
import type { SelectedLocation } from "#contract/selected-location.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { Countdown } from "./countdown.tsx";
import { placeQuery } from "./place-query.ts";
import { useDeliveryCost, useDeliveryPromise } from "./use-delivery-promise.ts";

/** What is shown of a delivery; null: not known. */
export interface DeliveryView {
  countdown: ReactNode;
  days: string | null;
  /** formatted; also null if it is free */
  cost: string | null;
}

export interface KnownDeliveryProps {
  place: SelectedLocation;
  /** id of the product, or of the chosen variation */
  item: number;
  /** the chosen option, "" for none */
  option: string;
  children: (view: DeliveryView) => ReactNode;
}

/** When an item arrives at a place, and what its delivery costs. Loaded once there is a place. */
export default function KnownDelivery({ place, item, option, children }: KnownDeliveryProps) {
  const t = useTexts();
  const lang = useLanguage();
  const { promise } = useDeliveryPromise({ ...placeQuery(place), items: `${item}:1` });
  const cost = useDeliveryCost(place, `${item}:1`);
  if (!promise?.latest) return children({ countdown: null, days: null, cost });
  const { earliest, latest, making_days: making, sentence } = promise;
  const days =
    !earliest || making === 0 || option === ""
      ? sentence[lang]
      : t("delivery_promise.made_to_order", { option, days: formatShortRange(lang, earliest, latest) });
  return children({ countdown: <Countdown promise={promise} />, days, cost });
}
