import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { onFirstToast, toast } from "#design/toast.ts";
import { useLazyComponent } from "#design/use-lazy-component.ts";
import { useOnline } from "#design/use-online.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey } from "#web/i18n/translate.ts";
import { closeAuth, useAuthAddress, useAuthModal } from "#web/navigation/auth-modal.ts";
import { useCloseOnAnotherPage } from "#web/navigation/overlay.ts";
import { closePanel, type Panel, usePanel } from "#web/navigation/panels.ts";

type PanelComponent = ComponentType<{ open: boolean; onClose: () => void }>;

const panels: Record<Panel, () => Promise<{ default: PanelComponent }>> = {
  cart: () => import("#web/cart/cart-sidebar.tsx"),
  wishlist: () => import("#web/wishlist/wishlist-dialog.tsx"),
  menu: () => import("./mobile-menu.tsx"),
  search: () => import("#web/search/search-sheet.tsx"),
};

/** Messages of panels that could not be loaded. */
const loadErrors: Partial<Record<Panel, TextKey>> = { cart: "cart.load_error", wishlist: "wishlist.load_error" };

function PanelSlot({ name, open }: { name: Panel; open: boolean }) {
  const t = useTexts();
  const Content = useLazyComponent(panels[name], open, () => {
    closePanel();
    toast("error", t(loadErrors[name] ?? "errors.network"));
  });
  return Content && <Content open={open} onClose={closePanel} />;
}

/**
 * Offline the toaster cannot be loaded; its toasts wait until the connection is back. Just after that, or on a weak
 * signal, its request may still fail: it is repeated.
 */
function ToasterSlot() {
  const t = useTexts();
  const online = useOnline();
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  const Toaster = useLazyComponent(
    () => import("#design/toaster.tsx"),
    wanted && online,
    () => {
      setWanted(false);
      setTimeout(() => setWanted(true), 3000);
    },
  );
  return Toaster && <Toaster label={t("a11y.notifications")} dismissLabel={t("a11y.dismiss_toast")} />;
}

function AuthSlot() {
  const t = useTexts();
  const modal = useAuthModal();
  useAuthAddress(useLocation().key);
  const AuthDialog = useLazyComponent(
    () => import("#web/account/auth-dialog.tsx"),
    modal !== null,
    () => {
      closeAuth();
      toast("error", t("errors.network"));
    },
  );
  return AuthDialog && <AuthDialog modal={modal} onClose={closeAuth} />;
}

/** Everything that can open over a page, each loaded when first opened. */
export function Overlays() {
  const panel = usePanel();
  useCloseOnAnotherPage();
  return (
    <>
      <AuthSlot />
      {(Object.keys(panels) as Panel[]).map((name) => (
        <PanelSlot key={name} name={name} open={panel === name} />
      ))}
      <ToasterSlot />
    </>
  );
}
