import { isGuest } from "#web/api/session.ts";
import { isKnownDevice } from "#web/api/user-storage.ts";
import { openAuth } from "#web/navigation/auth-modal.ts";
import { useGo } from "#web/navigation/overlay.ts";

const path = "/checkout";

/** Goes to checkout. For a guest the login opens over the page instead, which is unchanged after the dialog is closed. */
export function useCheckout(): () => Promise<void> {
  const go = useGo();
  return async () => {
    if (await isGuest()) openAuth(isKnownDevice() ? "login" : "register", { next: path });
    else await go(path);
  };
}
