import type { Cart } from "#contract/cart.ts";
import type { OrderRecord } from "#contract/order.ts";
import { useCart } from "#web/api/cart.ts";
import { selectOnly } from "#web/cart/selection.ts";
import { LinkButton } from "#web/design/button.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** The cart's lines that are just what was ordered: sent again they are the same order. Null where they are not all there. */
function linesOf({ items }: Cart, { items: ordered }: OrderRecord): readonly string[] | null {
  const keys = ordered.flatMap(({ product_id, variation_id, quantity }) =>
    items
      .filter((item) => item.id === product_id && (item.variation_id ?? 0) === variation_id)
      .filter((item) => item.quantity === quantity && item.purchasable)
      .map((item) => item.cart_item_key),
  );
  return keys.length === ordered.length ? keys : null;
}

/** The way back to checkout for an order that was to be paid online, and is not yet. */
export function PayAgain({ order }: { order: OrderRecord }) {
  const t = useTexts();
  const { cart } = useCart();
  const waits = order.status === "pending" && order.payment.status === "pending" && order.payment.method !== "cod";
  const keys = waits && cart ? linesOf(cart, order) : null;
  if (!keys) return null;
  return (
    <LinkButton to="/checkout" size="small" className="mt-4" onClick={() => selectOnly(keys)}>
      {t("orders.pay_again")}
    </LinkButton>
  );
}
