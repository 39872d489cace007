import { useState } from "react";
import { useNavigate } from "react-router";
import { getApiClient } from "#web/api/api-client.ts";
import { useCart } from "#web/api/cart.ts";
import { useSelection } from "#web/cart/selection.ts";
import { usePutBack } from "#web/cart/use-put-back.ts";
import { Alert } from "#design/alert.tsx";
import { LinkButton } from "#design/button.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

interface ThroughCheckoutProps {
  orderId: number;
  /** Fetches the state again; false if the payment has arrived since. */
  isStillUnpaid: () => Promise<boolean>;
  look?: "secondary";
}

/**
 * Through checkout. The order's lines are usually still in the cart and selected; if nothing is selected, they are
 * added to the cart again, since checkout needs a selection.
 */
export function ThroughCheckout({ orderId, isStillUnpaid, look }: ThroughCheckoutProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const { cart } = useCart();
  const selection = useSelection(cart);
  const putBack = usePutBack();
  const [failure, setFailure] = useState<string | null>(null);
  const lines = async (): Promise<string | null> => {
    if (selection.count > 0) return null;
    const order = await getApiClient().order(orderId);
    return order.ok ? putBack(order.data.line_items) : problemMessage(t, order);
  };
  const goOn = async (): Promise<void> => {
    if (!(await isStillUnpaid())) return;
    const why = await lines();
    setFailure(why);
    if (why === null) await navigate("/checkout");
  };
  return (
    <>
      {failure && <Alert className="text-left">{failure}</Alert>}
      <LinkButton to="/checkout" wide {...(look ? { look } : {})} onPress={() => void goOn()}>
        {t("payment_result.try_again")}
      </LinkButton>
    </>
  );
}
