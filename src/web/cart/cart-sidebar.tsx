import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { refreshCart, useCart } from "#web/api/cart.ts";
import { knownUser } from "#web/api/session.ts";
import { Drawer } from "#design/dialog.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useAuthModal } from "#web/navigation/auth-modal.ts";
import { openPanel } from "#web/navigation/panels.ts";
import { CartFooter } from "./cart-footer.tsx";
import { CartLines } from "./cart-lines.tsx";
import { useSelection } from "./selection.ts";
import { useCartTitle } from "./use-cart-title.ts";

/** The login that a guest's checkout opens is in place of the panel: closed without a login, it leaves the panel open as before. */
function useReopening(open: boolean): void {
  const login = useAuthModal();
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const before = useRef<{ shown: "panel" | "login"; page: string } | null>(null);
  useEffect(() => {
    const last = before.current;
    if (open) before.current = { shown: "panel", page };
    else if (login) before.current = last && login.next ? { ...last, shown: "login" } : null;
    else {
      before.current = null;
      if (last?.shown === "login" && last.page === page && !knownUser()) openPanel("cart");
    }
  }, [open, login, page]);
}

/** The cart as a side panel; the ticked lines go to checkout. */
export default function CartSidebar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  const view = useCart();
  const selection = useSelection(view.cart);
  useReopening(open);
  // its products may have sold out since the last read
  useEffect(() => {
    if (open) void refreshCart();
  }, [open]);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={useCartTitle()}
      closeLabel={t("common.close")}
      footer={view.cart && view.cart.item_count > 0 && <CartFooter cart={view.cart} selection={selection} />}
    >
      <CartLines view={view} selection={selection} />
    </Drawer>
  );
}
