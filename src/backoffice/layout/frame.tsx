import { NavLink, Outlet, ScrollRestoration, useLocation } from "react-router";
import { classes } from "#design/class-names.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ConnectionBar } from "#backoffice/components/connection-bar.tsx";
import { DemoBar } from "#backoffice/components/demo-bar.tsx";
import { mayOpen } from "#contract/backoffice/screens.ts";
import { allowedGroups, furtherGroups, mainItems, moreItem, type NavigationItem } from "./navigation.ts";
import { PromptDialog } from "./prompt-dialog.tsx";
import { ScannedRecord } from "./scanned-record.tsx";
import { UndoToast } from "./undo-toast.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import { useFocusAfterRemoval } from "./use-focus-after-removal.ts";

const bottomItem =
  "flex min-h-15 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-xs text-taupe aria-[current=page]:text-ink aria-[current=page]:font-medium";
const sideItem =
  "flex min-h-8 items-center gap-3 rounded-xs px-3 pointer-coarse:min-h-11 text-sm text-taupe transition-colors hover:bg-sand hover:text-ink aria-[current=page]:bg-sand aria-[current=page]:font-medium aria-[current=page]:text-ink";

const Item = ({ item: { path, label, icon: Icon }, className }: { item: NavigationItem; className: string }) => {
  const t = useTexts();
  const { pathname } = useLocation();
  // bulk prices, below products, have an item of their own
  const isOfAnother = furtherGroups.some(({ items }) =>
    items.some((other) => other.path.startsWith(`${path}/`) && pathname.startsWith(other.path)),
  );
  return (
    <NavLink to={path} end={path === "/" || isOfAnother} className={className}>
      <Icon size={22} className="shrink-0" />
      <span>{t(label)}</span>
    </NavLink>
  );
};

/** Left of every screen from 1024 px. */
function SideNavigation({ main }: { main: readonly NavigationItem[] }) {
  const t = useTexts();
  const session = useSession();
  return (
    <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r border-line bg-ivory px-3 pt-5 lg:flex print:hidden">
      <div className="mb-3 px-3">
        <p className="font-display text-xl">Lianne</p>
        <p className="text-xs text-taupe">
          {[...new Set([session.staff.name, t(`roles.${session.staff.role}`)])].join(" · ")}
        </p>
      </div>
      <nav aria-label={t("nav.label")} className="flex flex-1 flex-col gap-0.5 overflow-y-auto pb-10">
        {main.map((item) => (
          <Item key={item.path} item={item} className={sideItem} />
        ))}
        {allowedGroups(session).map(({ label, items }) => (
          <div key={label} className="flex flex-col gap-0.5">
            <p className="px-3 pt-3 pb-1 text-xs text-taupe">{t(label)}</p>
            {items.map((item) => (
              <Item key={item.path} item={item} className={sideItem} />
            ))}
          </div>
        ))}
      </nav>
    </aside>
  );
}

/** At the bottom of every screen on phones and tablets. */
function BottomNavigation({ items }: { items: readonly NavigationItem[] }) {
  const t = useTexts();
  return (
    <nav
      aria-label={t("nav.label")}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-white pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      {items.map((item) => (
        <Item key={item.path} item={item} className={bottomItem} />
      ))}
    </nav>
  );
}

/** The frame of all screens with a session. */
export default function Frame() {
  const t = useTexts();
  const session = useSession();
  useFocusAfterRemoval();
  const main = mainItems.filter(({ path }) => mayOpen(path, session.permissions));
  return (
    <>
      <a href="#content" className="skip-link">
        {t("nav.skip")}
      </a>
      <div className="contents print:hidden">
        <DemoBar />
        <ConnectionBar />
      </div>
      <div className="flex">
        <SideNavigation main={main} />
        <main id="content" className={classes("min-w-0 flex-1 pb-(--bottom-bar) lg:pb-0")}>
          <Outlet />
        </main>
      </div>
      <BottomNavigation items={[...main, moreItem]} />
      <ScannedRecord />
      <UndoToast />
      <UnsavedGuard />
      <PromptDialog />
      <ScrollRestoration />
    </>
  );
}
