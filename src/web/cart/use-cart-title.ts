import { useCart } from "#web/api/cart.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** "Bag (2)"; without the number of items while the cart is empty. */
export function useCartTitle(): string {
  const t = useTexts();
  const count = useCart().cart?.item_count ?? 0;
  return count > 0 ? `${t("cart.title")} (${count})` : t("cart.title");
}
