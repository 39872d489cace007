import { isGuest } from "#web/api/session.ts";
import { isKnownDevice } from "#web/api/user-storage.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { openAuth } from "#web/navigation/auth-modal.ts";
import { useGo } from "#web/navigation/overlay.ts";

const path = "/checkout";

/**
 * Goes to checkout. Unless guests may order, the login opens for a guest over the page first; page and cart are unchanged if the dialog
 * is closed. `prepare` runs once checkout is allowed; with false the page stays.
 */
export function useCheckout(): (prepare?: () => Promise<boolean>) => Promise<void> {
  const go = useGo();
  const { guestCheckout } = useSettings();
  return async (prepare) => {
    if (!guestCheckout && (await isGuest()))
      openAuth(isKnownDevice() ? "login" : "register", { next: path, after: prepare });
    else if ((await prepare?.()) !== false) await go(path);
  };
}
