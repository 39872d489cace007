import { useEffect, useRef } from "react";
import { NavLink } from "react-router";
import { mayOpen, type ScreenPath } from "#contract/backoffice/screens.ts";
import { classes } from "#design/class-names.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { type TextName, useTexts } from "#backoffice/i18n/texts.ts";

const tabs: readonly { path: ScreenPath; label: TextName }[] = [
  { path: "/stock", label: "stock.movements" },
  { path: "/stock/counts", label: "stock.counts" },
  { path: "/stock/receipts", label: "stock.receipts" },
  { path: "/stock/low", label: "stock.low" },
  { path: "/stock/labels", label: "stock.labels" },
];

/** The parts of stock that the session may open. */
export function StockTabs() {
  const t = useTexts();
  const session = useSession();
  const nav = useRef<HTMLElement>(null);
  // on a phone the last tabs are outside of the visible part
  useEffect(() => {
    // newer browsers return a promise, which is no cleanup function
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, []);
  return (
    <nav ref={nav} aria-label={t("nav.stock")} className="-mx-4 mb-4 overflow-x-auto px-4 lg:mx-0 lg:px-0">
      <ul className="flex w-max min-w-full gap-1 border-b border-line">
        {tabs
          .filter(({ path }) => mayOpen(path, session.permissions))
          .map(({ path, label }) => (
            <li key={path}>
              <NavLink
                to={path}
                end={path === "/stock"}
                className={({ isActive }) =>
                  classes(
                    "-mb-px flex min-h-12 items-center border-b-2 px-3 text-sm",
                    isActive ? "border-ink font-medium" : "border-transparent text-taupe hover:text-ink",
                  )
                }
              >
                {t(label)}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
