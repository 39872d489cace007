import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { queryClient } from "#web/api/query-client.ts";
import { OfflineIcon } from "#web/design/icons.tsx";
import { toast } from "#web/design/toast.ts";
import { useOnline } from "#web/design/use-online.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { isPageCached } from "#web/offline/page-cache.ts";

/** A choice of options changes the address of a product's page, and needs nothing of the shop. */
const isChoice = (path: string): boolean => path.startsWith("/product-detail/");
const never = () => () => {};
const isEarlierPage = (): boolean => document.documentElement.dataset.keptAt !== undefined;

/** What a page cannot do by itself just now: without a connection, or as a page of an earlier visit. */
const needsShop: BlockerFunction = ({ currentLocation: from, nextLocation: to }) => {
  if (from.pathname !== to.pathname) return !navigator.onLine || isEarlierPage();
  return !navigator.onLine && from.search !== to.search && !isChoice(from.pathname);
};

/**
 * Without a connection a link would end on the browser's own error page: it leads to the page as it was kept, and where
 * none is, the shopper stays. A page from an earlier visit is left by loading the next one whole: its rates are of then.
 * It is there only while it is needed: beside it the router warns of every change of the hash that is not its own.
 * @param onStay is given the address that was asked for and not kept, so that it can be said, and tried again
 */
function StayWhileOffline({ onStay }: { onStay: (address: string) => void }) {
  const blocker = useBlocker(needsShop);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { pathname, search, hash } = blocker.location;
    const address = pathname + search + hash;
    blocker.reset();
    const canLoad = navigator.onLine ? Promise.resolve(true) : isPageCached(new URL(address, location.origin).href);
    void canLoad.then((can) => (can ? location.assign(address) : onStay(address)));
  }, [blocker, onStay]);
  return null;
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
  const isEarlier = useSyncExternalStore(never, isEarlierPage, () => false);
  const [wanted, setWanted] = useState<string | null>(null);
  const [tried, setTried] = useState(0);
  useEffect(() => {
    if (online && wasOffline.current) toast("success", t("toast.back_online"));
    wasOffline.current = !online;
    setTried(0);
    if (online) setWanted(null);
  }, [online, t]);
  const retry = async () => {
    if (!(await reachesShop())) return setTried((before) => before + 1);
    setTried(0);
    if (wanted) location.assign(wanted);
    else await queryClient().refetchQueries({ type: "active" });
  };
  const said = tried > 0 ? "offline.still" : wanted ? "offline.text" : "offline.banner";
  return (
    <div role="status" className="fixed inset-x-0 bottom-0 z-40">
      {(!online || isEarlier) && <StayWhileOffline onStay={setWanted} />}
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
