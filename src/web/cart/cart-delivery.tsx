import type { CartItem } from "#contract/cart.ts";
import { itemsQuery } from "#web/delivery/items-query.ts";
import { PlaceButton } from "#web/delivery/place-button.tsx";
import { usePlace } from "#web/delivery/place-memory.ts";
import { placeQuery } from "#web/delivery/place-query.ts";
import { useDeliveryPromise } from "#web/delivery/use-delivery-promise.ts";
import { useLater } from "#web/delivery/use-later.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** When the items arrive at the visitor's place, and from when they can be picked up; a later day is marked. */
export function CartDelivery({ items }: { items: readonly CartItem[] }) {
  const t = useTexts();
  const lang = useLanguage();
  const place = usePlace();
  const promise = useDeliveryPromise(
    items.length > 0 ? { ...(place && placeQuery(place)), items: itemsQuery(items) } : null,
  );
  const later = useLater(promise?.latest ?? null, place ? JSON.stringify(placeQuery(place)) : "");
  return (
    <div className="text-xs text-taupe">
      <p aria-live="polite" className="tabular min-h-[1lh] text-ink">
        {promise?.latest && promise.sentence[lang]}
        {later && <span className="ml-2 text-warning">{t("delivery_promise.later")}</span>}
      </p>
      <PlaceButton />
      <p className="tabular min-h-[1lh]">{promise?.pickup_sentence[lang]}</p>
    </div>
  );
}
