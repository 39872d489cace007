import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { queryClient } from "#web/api/query-client.ts";
import { OfflineIcon } from "#design/icons.tsx";
import { toast } from "#design/toast.ts";
import { useOnline } from "#design/use-online.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { isPageCached } from "#web/offline/page-cache.ts";

/** Choosing options changes the address of a product page but needs no request. */
const isChoice = (path: string): boolean => path.startsWith("/product-detail/");
const never = () => () => {};
const isEarlierPage = (): boolean => document.documentElement.dataset.cachedAt !== undefined;

/** Navigations that need the server: while offline, or on a page of an earlier visit. */
const needsShop: BlockerFunction = ({ currentLocation: from, nextLocation: to }) => {
  if (from.pathname !== to.pathname) return !navigator.onLine || isEarlierPage();
  return !navigator.onLine && from.search !== to.search && !isChoice(from.pathname);
};

/**
 * Offline, a link would end on the browser's own error page: it opens the cached page, and without one the user stays.
 * A page of an earlier visit is left by a full page load: its rates are outdated. Mounted only while needed: with it
 * the router warns of every hash change that is not its own.
 * @param onStay gets the requested address that is not cached, to report it and to retry
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

/** Whether the shop is reachable, regardless of what the browser reports. */
const reachesShop = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Shows that the connection is lost, and that it is back. It overlays the page, so nothing shifts. */
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
  const messageKey = tried > 0 ? "offline.still" : wanted ? "offline.text" : "offline.banner";
  return (
    <div role="status" className="fixed inset-x-0 bottom-0 z-40">
      {(!online || isEarlier) && <StayWhileOffline onStay={setWanted} />}
      {!online && (
        <div className="flex min-h-14 items-center justify-center gap-3 bg-ink px-4 py-1.5 text-sm text-ivory">
          <OfflineIcon size={18} className="shrink-0" />
          {/* announced again for each attempt */}
          <p key={tried}>{t(messageKey)}</p>
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
