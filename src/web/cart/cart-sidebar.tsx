import { useEffect } from "react";
import { refreshCart, useCart } from "#web/api/cart.ts";
import { Drawer } from "#web/design/dialog.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { CartFoot } from "./cart-foot.tsx";
import { CartLines } from "./cart-lines.tsx";
import { useSelection } from "./selection.ts";

/** The cart beside every page; what is ticked here goes to checkout. */
export default function CartSidebar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  const view = useCart();
  const selection = useSelection(view.cart);
  // what is in it may have sold out since it was read
  useEffect(() => {
    if (open) void refreshCart();
  }, [open]);
  const count = view.cart?.item_count ?? 0;
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={count > 0 ? `${t("cart.title")} (${count})` : t("cart.title")}
      closeLabel={t("common.close")}
      footer={view.cart && count > 0 && <CartFoot cart={view.cart} selection={selection} />}
    >
      <CartLines view={view} selection={selection} />
    </Drawer>
  );
}
