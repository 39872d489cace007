import { useQuery } from "@tanstack/react-query";
import { formatShortRange } from "#contract/calendar-days.ts";
import { TruckIcon } from "#design/icons.tsx";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";
import { usePrice } from "#web/i18n/price.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { SelectedLocation } from "#contract/selected-location.ts";
import { Countdown } from "./countdown.tsx";
import { PlaceButton } from "./place-button.tsx";
import { usePlace } from "./place-memory.ts";
import { placeQuery } from "./place-query.ts";
import { type CurrentPromise, useDeliveryPromise } from "./use-delivery-promise.ts";

/** The date of an item in stock, or of a size made to order. */
function Days({ promise, option }: { promise: CurrentPromise; option: string }) {
  const t = useTexts();
  const lang = useLanguage();
  const { earliest, latest, making_days: making } = promise;
  if (!earliest || !latest || making === 0 || option === "") return promise.sentence[lang];
  return t("delivery_promise.made_to_order", { option, days: formatShortRange(lang, earliest, latest) });
}

/** The price of delivering one item, or the rule by which it is free: never a guessed number. */
function DeliveryCost({ item, place }: { item: number; place: SelectedLocation | null }) {
  const t = useTexts();
  const price = usePrice();
  const question = place && {
    ...{ district_id: place.districtId ?? undefined, ward_code: place.wardCode },
    ...{ items: `${item}:1`, method: "flat_rate" as const },
  };
  const { data } = useQuery({
    queryKey: ["shipping-cost", question],
    queryFn: () => unwrap(getApiClient().shippingCost(question ?? {})),
    enabled: question !== null,
  });
  const cost = data && !data.free ? data.shipping_cost : null;
  return cost === null ? t("delivery_promise.free_rule") : t("delivery_promise.cost", { amount: price(cost) });
}

interface ProductDeliveryProps {
  /** id of the product, or of the chosen variation */
  item: number;
  /** the chosen option, "" for none */
  option: string;
}

/**
 * When the product arrives and what its delivery costs, in reserved space. The policy remains without scripts, without a place,
 * and if the request fails.
 */
export function ProductDelivery({ item, option }: ProductDeliveryProps) {
  const t = useTexts();
  const place = usePlace();
  const promise = useDeliveryPromise(place && { ...placeQuery(place), items: `${item}:1` });
  const known = promise?.latest ? promise : null;
  return (
    <div className="flex gap-3 text-sm text-taupe">
      <TruckIcon size={18} className="mt-0.5 shrink-0" />
      <div className="min-w-0 grow">
        <div className="min-h-[2lh]">
          {known && <Countdown promise={known} />}
          <p role="status" className={known ? "tabular font-medium text-ink" : undefined}>
            {known ? <Days promise={known} option={option} /> : t("product.delivery_promise")}
          </p>
        </div>
        <PlaceButton />
        <p className="min-h-[2lh] sm:min-h-[1lh]">
          <DeliveryCost item={item} place={place} />
        </p>
      </div>
    </div>
  );
}
