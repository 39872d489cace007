import type { AddToCart, Cart } from "#contract/cart.ts";
import type { StoreResult } from "#contract/client.ts";
import { addToCart } from "#web/api/cart.ts";
import { removeLine, setQuantity } from "#web/api/cart-edits.ts";
import { toast } from "#design/toast.ts";
import { changeErrorMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey } from "#web/i18n/translate.ts";
import { forgetLines, setLineSelected } from "./selection.ts";

export interface CartActions {
  /** resolves to the new cart or the failure, which a toast has shown already and should also stay on the page */
  add: (body: AddToCart) => Promise<StoreResult<Cart>>;
  /** 0 or less removes the line */
  setQuantity: (key: string, quantity: number) => void;
  /** also removes the line from the checkout selection */
  remove: (key: string) => void;
}

const linesOf = ({ items }: Cart, { product_id, variation_id }: AddToCart): string[] =>
  items
    .filter((item) => item.id === product_id && (variation_id === undefined || item.variation_id === variation_id))
    .map((item) => item.cart_item_key);

/** Cart changes with their messages. */
export function useCartActions(): CartActions {
  const t = useTexts();
  const report = (result: StoreResult<Cart>, done: TextKey | null, broke: TextKey): void => {
    if (result.ok) {
      if (done) toast("success", t(done));
    } else toast("error", result.network ? t(broke) : changeErrorMessage(t, result, broke));
  };
  const remove = (key: string): void =>
    removeLine(key, (result) => {
      if (result.ok) forgetLines([key]);
      report(result, "cart.removed", "cart.remove_error");
    });
  return {
    async add(body) {
      const result = await addToCart(body);
      // an added line is selected for checkout, and can be deselected
      if (result.ok) for (const key of linesOf(result.data, body)) setLineSelected(result.data.items, key, true);
      report(result, null, "cart.add_error");
      return result;
    },
    setQuantity: (key, quantity) => {
      if (quantity <= 0) return remove(key);
      setQuantity(key, quantity, (result) => report(result, "cart.updated", "cart.update_error"));
    },
    remove,
  };
}
