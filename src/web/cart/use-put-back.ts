import type { Cart } from "#contract/cart.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { addToCart, updateCartLine, useCart } from "#web/api/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { selectOnly } from "./selection.ts";

/** An ordered line; `variation_id` is 0 for a simple product. */
interface LineToRestore {
  product_id: number;
  variation_id: number;
  quantity: number;
}

const lineOf = ({ items }: Cart, { product_id, variation_id }: LineToRestore) =>
  items.find((item) => item.id === product_id && (item.variation_id ?? 0) === variation_id);

/** Adds one ordered line to the cart again, with the ordered quantity. */
async function putBackLine(cart: Cart, line: LineToRestore): ReturnType<typeof addToCart> {
  const present = lineOf(cart, line);
  if (!present) {
    const { product_id, variation_id, quantity } = line;
    return addToCart({ product_id, quantity, ...(variation_id ? { variation_id } : {}) });
  }
  if (present.quantity === line.quantity) return { ok: true, data: cart };
  return updateCartLine(present.cart_item_key, line.quantity);
}

/** Puts an order's lines back into the cart and selects only them; resolves to the error message, or null. */
export function usePutBack(): (lines: readonly LineToRestore[]) => Promise<string | null> {
  const t = useTexts();
  const { cart } = useCart();
  return async (lines) => {
    await flushCartEdits();
    let result = cart ? { ok: true as const, data: cart } : await getApiClient().cart();
    for (const line of lines) if (result.ok) result = await putBackLine(result.data, line);
    if (!result.ok) return problemMessage(t, result);
    const { data } = result;
    selectOnly(lines.flatMap((line) => lineOf(data, line)?.cart_item_key ?? []));
    return null;
  };
}
