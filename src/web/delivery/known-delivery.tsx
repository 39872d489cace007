import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatShortRange } from "#contract/calendar-days.ts";
import type { SelectedLocation } from "#contract/selected-location.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";
import { usePrice } from "#web/i18n/price.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { Countdown } from "./countdown.tsx";
import { placeQuery } from "./place-query.ts";
import { useDeliveryPromise } from "./use-delivery-promise.ts";

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

/** The price of delivering one item to the place; null while it is loading, if it is free, and if the request failed. */
function useDeliveryCost(place: SelectedLocation, item: number): string | null {
  const price = usePrice();
  const { province_id: _, ...ward } = placeQuery(place);
  const question = { ...ward, items: `${item}:1`, method: "flat_rate" as const };
  const { data } = useQuery({
    queryKey: ["shipping-cost", question],
    queryFn: () => unwrap(getApiClient().shippingCost(question)),
  });
  return data && !data.free ? price(data.shipping_cost) : null;
}

/** When an item arrives at a place, and what its delivery costs. Loaded once there is a place. */
export default function KnownDelivery({ place, item, option, children }: KnownDeliveryProps) {
  const t = useTexts();
  const lang = useLanguage();
  const { promise } = useDeliveryPromise({ ...placeQuery(place), items: `${item}:1` });
  const cost = useDeliveryCost(place, item);
  if (!promise?.latest) return children({ countdown: null, days: null, cost });
  const { earliest, latest, making_days: making, sentence } = promise;
  const days =
    !earliest || making === 0 || option === ""
      ? sentence[lang]
      : t("delivery_promise.made_to_order", { option, days: formatShortRange(lang, earliest, latest) });
  return children({ countdown: <Countdown promise={promise} />, days, cost });
}
