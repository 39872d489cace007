import type { SelectedLocation } from "#contract/selected-location.ts";
import { useSession } from "#web/api/session.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { hasWard, storedPlace } from "#web/locations/searched-place.ts";
import { usePlace } from "./place-memory.ts";

/** Where the cart would be delivered: the place that the visitor has chosen in this browser, else the one of the account; null if neither is known. */
export function useCartPlace(): SelectedLocation | null {
  const { user } = useSession();
  const { addressSearch = false } = useSettings();
  const chosen = usePlace();
  return chosen ?? (user && hasWard(user, addressSearch) ? storedPlace(user, addressSearch) : null);
}
