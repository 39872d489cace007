import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { formatDate } from "#contract/dates.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

const never = () => () => {};
/** When the displayed page was cached; null for a fresh one. */
const cachedAt = (): string | null => document.documentElement.dataset.cachedAt ?? null;

/**
 * Notice at the top that the page is from an earlier visit. It is in every page's HTML and shown by `data-cached-at` on
 * the html element, so that it works before and without scripts.
 */
export function StalePageNotice() {
  const t = useTexts();
  const { pathname } = useLocation();
  const first = useRef(pathname);
  const at = useSyncExternalStore(never, cachedAt, () => null);
  useEffect(() => {
    if (pathname !== first.current) delete document.documentElement.dataset.cachedAt;
  }, [pathname]);
  return (
    <aside className="hidden border-b border-warning bg-warning-tint text-sm text-warning in-data-cached-at:block">
      <div className="page flex flex-wrap items-center justify-center gap-x-4 px-4 py-2 text-center text-balance">
        <p>{at ? t("offline.earlier_at", { date: formatDate(at) }) : t("offline.earlier")}</p>
        {/* biome-ignore lint/a11y/useValidAnchor: reloads the current address */}
        <a href="" className="text-link inline-flex min-h-11 items-center font-medium md:min-h-8">
          {t("offline.reload")}
        </a>
      </div>
    </aside>
  );
}
