import { useState } from "react";
import { useNavigate } from "react-router";
import type { Cart } from "#contract/cart.ts";
import { isOnlineMethod } from "#contract/payment-methods/index.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { addToCart, updateCartLine, useCart } from "#web/api/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { selectOnly } from "#web/cart/selection.ts";
import { Alert } from "#web/design/alert.tsx";
import { Button } from "#web/design/button.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

type Line = Pick<OrderRecord["items"][number], "product_id" | "variation_id" | "quantity">;

const lineOf = ({ items }: Cart, { product_id, variation_id }: Line) =>
  items.find((item) => item.id === product_id && (item.variation_id ?? 0) === variation_id);

/** Adds one ordered line to the cart again, with the ordered quantity. */
async function putBack(cart: Cart, line: Line): ReturnType<typeof addToCart> {
  const there = lineOf(cart, line);
  if (!there) {
    const { product_id, variation_id, quantity } = line;
    return addToCart({ product_id, quantity, ...(variation_id ? { variation_id } : {}) });
  }
  if (there.quantity === line.quantity) return { ok: true, data: cart };
  return updateCartLine(there.cart_item_key, line.quantity);
}

/** Back to checkout for an order whose online payment is still open: submitted again, its lines are the same order. */
export function PayAgain({ order }: { order: OrderRecord }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { cart } = useCart();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const waits =
    order.status === "pending" && order.payment.status === "pending" && isOnlineMethod(order.payment.method);
  if (!waits || !cart) return null;

  const payAgain = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    await flushCartEdits();
    let now = cart;
    for (const line of order.items) {
      const result = await putBack(now, line);
      if (!result.ok) {
        setBusy(false);
        return setFailure(problemMessage(t, result));
      }
      now = result.data;
    }
    selectOnly(order.items.flatMap((line) => lineOf(now, line)?.cart_item_key ?? []));
    void navigate("/checkout");
  };
  return (
    <div className="mt-4">
      {failure && <Alert className="mb-3">{failure}</Alert>}
      <Button size="small" busy={busy} onClick={() => void payAgain()}>
        {t("orders.pay_again")}
      </Button>
    </div>
  );
}
