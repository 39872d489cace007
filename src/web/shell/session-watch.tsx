import { useEffect } from "react";
import { useSession } from "#web/api/session.ts";
import { toast } from "#web/design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** Says when it could not be found out who is logged in; simply not being logged in is said by nobody. */
export function SessionWatch() {
  const t = useTexts();
  const { failure } = useSession();
  useEffect(() => {
    if (!failure) return;
    const broke = failure.network || failure.status >= 500;
    toast("error", t(broke ? "toast.check_error" : "toast.check_failed"));
  }, [failure, t]);
  return null;
}
