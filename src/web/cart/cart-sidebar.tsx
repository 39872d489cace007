import { useEffect } from "react";
import { refreshCart, useCart } from "#web/api/cart.ts";
import { Drawer } from "#design/dialog.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { CartFooter } from "./cart-footer.tsx";
import { CartLines } from "./cart-lines.tsx";
import { useSelection } from "./selection.ts";
import { useCartTitle } from "./use-cart-title.ts";

/** The cart as a side panel; the ticked lines go to checkout. */
export default function CartSidebar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  const view = useCart();
  const selection = useSelection(view.cart);
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
