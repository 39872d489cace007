import type { SelectedLocation } from "#contract/selected-location.ts";
import { useSession } from "#web/api/session.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { hasWard, storedPlace } from "#web/locations/searched-place.ts";
import { usePlace } from "./place-memory.ts";

interface CartPlace {
  /** null: not known */
  place: SelectedLocation | null;
  /** it is that of the account: checkout or the profile changes it */
  ofAccount: boolean;
}

/** Where the cart would be delivered: as the form of checkout begins, with the address of the account, else with the place that was chosen in this browser. */
export function useCartPlace(): CartPlace {
  const { user } = useSession();
  const { addressSearch = false } = useSettings();
  const chosen = usePlace();
  const ofAccount = user !== null && hasWard(user, addressSearch);
  return { place: ofAccount ? storedPlace(user, addressSearch) : chosen, ofAccount };
}
