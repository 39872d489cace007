import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { onFirstToast } from "#web/design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { closeAuth, useAuthModal, useAuthModalHistory } from "./auth-modal.ts";
import { closePanel, type Panel, usePanel } from "./panels.ts";

const CartSidebar = lazy(() => import("#web/cart/cart-sidebar.tsx"));
const WishlistDialog = lazy(() => import("#web/wishlist/wishlist-dialog.tsx"));
const AuthDialog = lazy(() => import("#web/account/auth-dialog.tsx"));
const MobileMenu = lazy(() => import("./mobile-menu.tsx"));
const SearchSheet = lazy(() => import("./search-sheet.tsx"));
const Toaster = lazy(() => import("#web/design/toaster.tsx"));

/** True from the first time that it was wanted: a panel is loaded then, and stays to be able to move out. */
function useOnceWanted(wanted: boolean): boolean {
  const [once, setOnce] = useState(wanted);
  if (wanted && !once) setOnce(true);
  return once;
}

function PanelSlot({ name, panel }: { name: Panel; panel: Panel | null }) {
  const wanted = useOnceWanted(panel === name);
  if (!wanted) return null;
  const Content = { cart: CartSidebar, wishlist: WishlistDialog, menu: MobileMenu, search: SearchSheet }[name];
  return <Content open={panel === name} onClose={closePanel} />;
}

function ToasterSlot() {
  const t = useTexts();
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  return wanted && <Toaster label={t("a11y.notifications")} dismissLabel={t("a11y.dismiss_toast")} />;
}

function AuthSlot() {
  const location = useLocation();
  const modal = useAuthModal();
  useAuthModalHistory(location.pathname, location.key);
  const wanted = useOnceWanted(modal !== null);
  return wanted && <AuthDialog modal={modal} onClose={closeAuth} />;
}

/** Everything that can lie over a page, each loaded when it is first opened. Another page closes the panels. */
export function Overlays() {
  const panel = usePanel();
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing hangs on the address alone
  useEffect(closePanel, [pathname, search]);
  return (
    <Suspense>
      <AuthSlot />
      <PanelSlot name="cart" panel={panel} />
      <PanelSlot name="wishlist" panel={panel} />
      <PanelSlot name="menu" panel={panel} />
      <PanelSlot name="search" panel={panel} />
      <ToasterSlot />
    </Suspense>
  );
}
