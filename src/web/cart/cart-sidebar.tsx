import { useNavigate } from "react-router";
import { useCart } from "#web/api/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { editsStore } from "#web/api/cart-edits-store.ts";
import { Button } from "#web/design/button.tsx";
import { Drawer } from "#web/design/dialog.tsx";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { closePanel } from "#web/shell/panels.ts";
import { CartLines } from "./cart-lines.tsx";
import { freeShippingFrom } from "./free-shipping.ts";
import { type CheckoutSelection, useSelection } from "./selection.ts";

/** Two lines high whatever it says, so that the button stays where it is while lines are ticked. */
function Hint({ count }: { count: number }) {
  const t = useTexts();
  const shipping = count >= freeShippingFrom ? t("cart.free_shipping_reached") : t("cart.free_shipping_hint");
  return (
    <p className="min-h-[3.1em] text-xs text-taupe" aria-live="polite">
      {count === 0 ? t("cart.select_hint") : `${t("cart.selected", { count })}. ${shipping}`}
    </p>
  );
}

function Foot({ selection }: { selection: CheckoutSelection }) {
  const t = useTexts();
  const price = usePrice();
  const navigate = useNavigate();
  const checkOut = async () => {
    const before = editsStore.get().failures;
    await flushCartEdits();
    const { failures } = editsStore.get();
    // a change that was refused just now is said at its line: the shopper should see it before going on
    if (selection.keys.some((key) => failures[key] && failures[key] !== before[key])) return;
    closePanel();
    await navigate("/checkout");
  };
  return (
    <div className="space-y-3">
      <Hint count={selection.count} />
      <p className="flex items-baseline justify-between gap-4">
        <span>{t("cart.subtotal")}</span>
        <span className="tabular text-lg font-medium">{price(selection.subtotal)}</span>
      </p>
      <p className="text-xs text-taupe">{t("cart.shipping_note")}</p>
      <Button wide disabled={selection.count === 0} onClick={() => void checkOut()}>
        {t("cart.checkout")}
      </Button>
    </div>
  );
}

/** The cart beside every page; what is ticked here goes to checkout. */
export default function CartSidebar({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  const view = useCart();
  const selection = useSelection(view.cart);
  const count = view.cart?.item_count ?? 0;
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={count > 0 ? `${t("cart.title")} (${count})` : t("cart.title")}
      closeLabel={t("common.close")}
      footer={count > 0 && <Foot selection={selection} />}
    >
      <CartLines view={view} selection={selection} />
    </Drawer>
  );
}
