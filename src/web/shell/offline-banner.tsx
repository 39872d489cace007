import { useEffect, useRef, useState } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { queryClient } from "#web/api/query-client.ts";
import { OfflineIcon } from "#web/design/icons.tsx";
import { toast } from "#web/design/toast.ts";
import { useOnline } from "#web/design/use-online.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

const leavesOffline: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
  !navigator.onLine && from.pathname + from.search !== to.pathname + to.search;

/**
 * Without a connection a link would end on the browser's own error page: the shopper stays on the page there is.
 * @returns the address that was asked for, so that it can be said, and tried again
 */
function useStayWhileOffline(): string | null {
  const [wanted, setWanted] = useState<string | null>(null);
  const blocker = useBlocker(leavesOffline);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { pathname, search, hash } = blocker.location;
    setWanted(pathname + search + hash);
    blocker.reset();
  }, [blocker]);
  return wanted;
}

/** Whether the shop can be reached, whatever the browser believes. */
const reachesShop = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Says that the connection is gone for as long as it is, and that it is back. It lies over the page, so nothing shifts. */
export function OfflineBanner() {
  const t = useTexts();
  const online = useOnline();
  const wasOffline = useRef(false);
  const wanted = useStayWhileOffline();
  const [tried, setTried] = useState(0);
  useEffect(() => {
    if (online && wasOffline.current) toast("success", t("toast.back_online"));
    wasOffline.current = !online;
    setTried(0);
  }, [online, t]);
  const retry = async () => {
    if (!(await reachesShop())) return setTried((before) => before + 1);
    if (wanted) location.assign(wanted);
    else await queryClient().refetchQueries({ type: "active" });
  };
  const said = tried > 0 ? "offline.still" : wanted ? "offline.text" : "offline.banner";
  return (
    <div role="status" className="fixed inset-x-0 bottom-0 z-40">
      {!online && (
        <div className="flex min-h-14 items-center justify-center gap-3 bg-ink px-4 py-1.5 text-sm text-ivory">
          <OfflineIcon size={18} className="shrink-0" />
          {/* said once more for each try */}
          <p key={tried}>{t(said)}</p>
          <button
            type="button"
            onClick={() => void retry()}
            className="min-h-11 shrink-0 px-2 font-medium underline underline-offset-4 focus-visible:outline-ivory"
          >
            {t("offline.retry")}
          </button>
        </div>
      )}
    </div>
  );
}
