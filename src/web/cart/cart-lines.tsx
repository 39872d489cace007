import { useState } from "react";
import type { CartItem } from "#contract/cart.ts";
import type { CartView } from "#web/api/cart.ts";
import { Alert } from "#design/alert.tsx";
import { LinkButton } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { BagIcon } from "#design/icons.tsx";
import { EmptyState } from "#design/page-states.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { LoadFailed } from "#web/i18n/load-failed.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useCartActions } from "./cart-actions.ts";
import { CartLine } from "./cart-line.tsx";
import { type Removed, RemovedLine } from "./removed-line.tsx";
import { type CheckoutSelection, exceedsStock, selectOnly, setLineSelected } from "./selection.ts";

function SelectAll({ items, selection }: { items: readonly CartItem[]; selection: CheckoutSelection }) {
  const t = useTexts();
  const buyable = items.filter((item) => item.purchasable).map((item) => item.cart_item_key);
  const all = buyable.length > 0 && buyable.every(selection.isSelected);
  return (
    <Checkbox
      className="needs-scripts border-b border-line pb-3"
      label={t("cart.select_all")}
      checked={all}
      disabled={buyable.length === 0}
      onChange={() => selectOnly(all ? [] : buyable)}
    />
  );
}

function EmptyCart() {
  const t = useTexts();
  return (
    <EmptyState icon={<BagIcon size={32} />} title={t("cart.empty")} text={t("cart.empty_hint")}>
      <LinkButton to="/products/category">{t("cart.empty_button")}</LinkButton>
    </EmptyState>
  );
}

/** The lines, or the empty or error state; the last removed line can be restored. */
export function CartLines({ view, selection }: { view: CartView; selection: CheckoutSelection }) {
  const t = useTexts();
  const { remove } = useCartActions();
  const [removed, setRemoved] = useState<Removed | null>(null);
  const { cart, failure, retry, lineFailures } = view;
  if (failure) return <LoadFailed title={t("cart.load_error")} failure={failure} onRetry={retry} />;
  if (!cart) {
    return (
      <div className="space-y-5">
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    );
  }
  const removeItem = (item: CartItem) => {
    const next = cart.items[cart.items.indexOf(item) + 1]?.cart_item_key;
    setRemoved({ item, selected: selection.isSelected(item.cart_item_key), next });
    remove(item.cart_item_key);
  };
  const isRemoved = removed && !cart.items.some((item) => item.cart_item_key === removed.item.cart_item_key);
  return (
    <>
      {cart.items.some((item) => !item.purchasable || exceedsStock(item)) && (
        <Alert tone="warning" className="mb-3">
          {t("cart.changed")}
        </Alert>
      )}
      {cart.items.length === 0 ? <EmptyCart /> : <SelectAll items={cart.items} selection={selection} />}
      <ul className="divide-y divide-line">
        {cart.items.map((item) => (
          <CartLine
            key={item.cart_item_key}
            item={item}
            summed={selection.items}
            selected={selection.isSelected(item.cart_item_key)}
            failure={lineFailures[item.cart_item_key]}
            onSelect={(selected) => setLineSelected(cart.items, item.cart_item_key, selected)}
            onRemove={() => removeItem(item)}
          />
        ))}
      </ul>
      {isRemoved && <RemovedLine key={removed.item.cart_item_key} removed={removed} />}
    </>
  );
}
