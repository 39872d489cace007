import { isGuest } from "#web/api/session.ts";
import { isKnownDevice } from "#web/api/user-storage.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { openAuth } from "#web/navigation/auth-modal.ts";
import { useGo } from "#web/navigation/overlay.ts";

const path = "/checkout";

/** Goes to checkout. Unless guests may order, the login opens for a guest over the page instead, which is unchanged after the dialog is closed. */
export function useCheckout(): () => Promise<void> {
  const go = useGo();
  const { guestCheckout } = useSettings();
  return async () => {
    if (!guestCheckout && (await isGuest())) openAuth(isKnownDevice() ? "login" : "register", { next: path });
    else await go(path);
  };
}
