import { TruckIcon } from "#design/icons.tsx";
import { useLazyComponent } from "#design/use-lazy-component.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { DeliveryView, KnownDeliveryProps } from "./known-delivery.tsx";
import { PlaceButton } from "./place-button.tsx";
import { usePlace } from "./place-memory.ts";

/** Day and cost in reserved space; for what is not known the policy, never a guessed number. */
function Lines({
  countdown = null,
  days = null,
  cost = null,
  policy,
}: Partial<DeliveryView> & { policy: string | undefined }) {
  const t = useTexts();
  return (
    <>
      <div className="min-h-[2lh]">
        {countdown}
        <p role="status" className={days === null ? undefined : "tabular font-medium text-ink"}>
          {days ?? policy}
        </p>
      </div>
      <p className="min-h-[2lh] sm:min-h-[1lh]">
        {cost === null ? t("delivery_promise.free_rule") : t("delivery_promise.cost", { amount: cost })}
      </p>
    </>
  );
}

/**
 * When the product arrives and what its delivery costs. The policy remains without scripts, without a place, and if a request
 * fails. A first visit, without a place, loads nothing for it.
 */
export function ProductDelivery(props: Pick<KnownDeliveryProps, "item" | "option"> & { policy: string | undefined }) {
  const place = usePlace();
  const Known = useLazyComponent(
    () => import("./known-delivery.tsx"),
    place !== null,
    () => {}, // the policy remains
  );
  const lines = (view?: DeliveryView) => <Lines {...props} {...view} />;
  return (
    <div className="flex gap-3 text-sm text-taupe">
      <TruckIcon size={18} className="mt-0.5 shrink-0" />
      <div className="min-w-0 grow">
        {place && Known ? (
          <Known {...props} place={place}>
            {lines}
          </Known>
        ) : (
          lines()
        )}
        <PlaceButton place={place} />
      </div>
    </div>
  );
}
