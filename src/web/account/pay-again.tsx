import { useState } from "react";
import { useNavigate } from "react-router";
import { isOnlineMethod } from "#contract/payment-methods/index.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { useCart } from "#web/api/cart.ts";
import { usePutBack } from "#web/cart/use-put-back.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** Back to checkout for an order whose online payment is still open: submitted again, its lines are the same order. */
export function PayAgain({ order }: { order: OrderRecord }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { cart } = useCart();
  const putBack = usePutBack();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const waits =
    order.status === "pending" && order.payment.status === "pending" && isOnlineMethod(order.payment.method);
  if (!waits || !cart) return null;

  const payAgain = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const why = await putBack(order.items);
    setBusy(false);
    if (why !== null) return setFailure(why);
    void navigate("/checkout");
  };
  return (
    <div className="mt-4">
      {failure && <Alert className="mb-3">{failure}</Alert>}
      <Button size="small" busy={busy} aria-describedby={`order-${order.order_id}`} onClick={() => void payAgain()}>
        {t("orders.pay_again")}
      </Button>
    </div>
  );
}
