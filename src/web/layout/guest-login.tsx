import { useLocation } from "react-router";
import { useGuestBuyer } from "#web/api/require-buyer.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/navigation/auth-modal.ts";

/** At the top of checkout, for a guest with an account. The login leads back to the page, which then has the account's data. */
export function GuestLogin() {
  const t = useTexts();
  const { pathname, search } = useLocation();
  if (!useGuestBuyer()) return null;
  return (
    <button
      type="button"
      className="needs-scripts -ml-2 inline-flex min-h-11 items-center justify-self-start px-2 text-sm underline underline-offset-4 hover:text-champagne"
      onClick={() => openAuth("login", { next: pathname + search })}
    >
      {t("auth.login_button")}
    </button>
  );
}
