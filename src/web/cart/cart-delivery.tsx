import type { CartItem } from "#contract/cart.ts";
import { classes } from "#design/class-names.ts";
import { itemsQuery } from "#web/delivery/items-query.ts";
import { PlaceButton } from "#web/delivery/place-button.tsx";
import { placeQuery } from "#web/delivery/place-query.ts";
import { policyOf } from "#web/delivery/policy-of.ts";
import { useCartPlace } from "#web/delivery/use-cart-place.ts";
import { useDeliveryCost, useDeliveryPromise } from "#web/delivery/use-delivery-promise.ts";
import { useLater } from "#web/delivery/use-later.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** A date in its reserved space; a change is announced, a later day is marked. */
function DatedLine({ text, later, className }: { text: string | undefined; later: boolean; className?: string }) {
  const t = useTexts();
  return (
    <p aria-live="polite" className={classes("tabular min-h-[1lh]", className)}>
      {text}
      {text && later && <span className="ml-2 text-warning">{t("delivery_promise.later")}</span>}
    </p>
  );
}

/** What the delivery to the known place costs, as the server computes it. */
export function DeliveryCost({ items }: { items: readonly CartItem[] }) {
  const t = useTexts();
  const amount = useDeliveryCost(useCartPlace().place, itemsQuery(items));
  return amount === null ? t("cart.shipping_note") : t("delivery_promise.cost", { amount });
}

/**
 * When the items arrive at the known place, and from when they can be picked up. The policy is in place of a date that could not
 * be loaded, and without a place for what is made to order.
 */
export function CartDelivery({ items }: { items: readonly CartItem[] }) {
  const t = useTexts();
  const lang = useLanguage();
  const { place, ofAccount } = useCartPlace();
  const { promise, failed } = useDeliveryPromise(
    items.length > 0 ? { ...(place && placeQuery(place)), items: itemsQuery(items) } : null,
  );
  const later = useLater(promise?.latest ?? null, place ? JSON.stringify(placeQuery(place)) : "");
  const pickupLater = useLater(promise?.ready ?? null, "pickup");
  const date = promise?.latest ? promise.sentence[lang] : undefined;
  // without a place too, it is stated what is made to order
  const policy = failed || promise?.making_days ? policyOf(items) : undefined;
  return (
    <div className="text-xs text-taupe">
      <DatedLine text={date ?? policy} later={later} className="text-ink" />
      {place && ofAccount ? (
        <p className="flex min-h-11 items-center text-ink">
          {t("delivery_promise.to_place", { place: place.searched?.text || place.district })}
        </p>
      ) : (
        <PlaceButton place={place} />
      )}
      {!failed && <DatedLine text={promise?.pickup_sentence[lang]} later={pickupLater} />}
    </div>
  );
}
