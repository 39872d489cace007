import { useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { OfflineIcon } from "#web/design/icons.tsx";
import { toast } from "#web/design/toast.ts";
import { useOnline } from "#web/design/use-online.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/**
 * Without a connection a link would end on the browser's own error page: the shopper stays on the page there is.
 * @returns whether that has happened, so that it can be said
 */
function useStayWhileOffline(): boolean {
  const [stayed, setStayed] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !navigator.onLine &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    blocker.reset();
    setStayed(true);
  }, [blocker]);
  return stayed;
}

/** Says that the connection is gone for as long as it is, and that it is back. It lies over the page, so nothing shifts. */
export function OfflineBanner() {
  const t = useTexts();
  const online = useOnline();
  const wasOffline = useRef(false);
  const stayed = useStayWhileOffline();
  useEffect(() => {
    if (online && wasOffline.current) toast("success", t("toast.back_online"));
    wasOffline.current = !online;
  }, [online, t]);
  return (
    <div role="status" className="fixed inset-x-0 bottom-0 z-40">
      {!online && (
        <p className="flex items-center justify-center gap-3 bg-ink px-4 py-3 text-center text-sm text-ivory">
          <OfflineIcon size={18} className="shrink-0" />
          {t(stayed ? "offline.text" : "offline.banner")}
        </p>
      )}
    </div>
  );
}
