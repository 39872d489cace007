import { useNavigate } from "react-router";
import type { CartItem } from "#contract/cart.ts";
import { type CartView, useCart } from "#web/api/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { Button, LinkButton } from "#web/design/button.tsx";
import { Checkbox } from "#web/design/choice.tsx";
import { Drawer } from "#web/design/dialog.tsx";
import { BagIcon } from "#web/design/icons.tsx";
import { EmptyState, ErrorState } from "#web/design/page-states.tsx";
import { Skeleton } from "#web/design/skeleton.tsx";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { closePanel } from "#web/shell/panels.ts";
import { CartLine } from "./cart-line.tsx";
import { type CheckoutSelection, selectOnly, useSelection } from "./selection.ts";

const freeShippingFrom = 2;

function SelectAll({ items, selection }: { items: readonly CartItem[]; selection: CheckoutSelection }) {
  const t = useTexts();
  const buyable = items.filter((item) => item.purchasable).map((item) => item.cart_item_key);
  const all = buyable.length > 0 && buyable.every(selection.isSelected);
  return (
    <Checkbox
      className="border-b border-line pb-3"
      label={t("cart.select_all")}
      checked={all}
      disabled={buyable.length === 0}
      onChange={() => selectOnly(all ? [] : buyable)}
    />
  );
}

function Lines({ view, selection }: { view: CartView; selection: CheckoutSelection }) {
  const t = useTexts();
  const { cart, failure, retry, lineFailures } = view;
  if (failure) return <ErrorState title={t("cart.load_error")} retryLabel={t("common.retry")} onRetry={retry} />;
  if (!cart) {
    return (
      <div className="space-y-5">
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    );
  }
  if (cart.items.length === 0) {
    return (
      <EmptyState icon={<BagIcon size={32} />} title={t("cart.empty")} text={t("cart.empty_hint")}>
        <LinkButton to="/products/category" onClick={closePanel}>
          {t("cart.empty_button")}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <>
      <SelectAll items={cart.items} selection={selection} />
      <ul className="divide-y divide-line">
        {cart.items.map((item) => (
          <CartLine
            key={item.cart_item_key}
            item={item}
            selected={selection.isSelected(item.cart_item_key)}
            failure={lineFailures[item.cart_item_key]}
          />
        ))}
      </ul>
    </>
  );
}

function Foot({ selection }: { selection: CheckoutSelection }) {
  const t = useTexts();
  const price = usePrice();
  const navigate = useNavigate();
  const none = selection.count === 0;
  const checkOut = async () => {
    await flushCartEdits();
    closePanel();
    await navigate("/checkout");
  };
  const shipping = selection.count >= freeShippingFrom ? t("cart.free_shipping_reached") : t("cart.free_shipping_hint");
  return (
    <div className="space-y-3">
      <p className="text-xs text-taupe">
        {none ? t("cart.select_hint") : `${t("cart.selected", { count: selection.count })}. ${shipping}`}
      </p>
      <p className="flex items-baseline justify-between gap-4">
        <span>{t("cart.subtotal")}</span>
        <span className="tabular text-lg font-medium">{price(selection.subtotal)}</span>
      </p>
      <p className="text-xs text-taupe">{t("cart.shipping_note")}</p>
      <Button wide disabled={none} onClick={() => void checkOut()}>
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
      <Lines view={view} selection={selection} />
    </Drawer>
  );
}
