import { useState } from "react";
import type { Cart } from "#contract/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { editsStore } from "#web/api/cart-edits-store.ts";
import { Alert } from "#design/alert.tsx";
import { Button, LinkButton } from "#design/button.tsx";
import { NoScriptNotice } from "#web/i18n/no-script-notice.tsx";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { CartDelivery, DeliveryCost } from "./cart-delivery.tsx";
import { freeShippingFrom, isVirtualOnly, sentCount } from "./free-shipping.ts";
import { type CheckoutSelection, exceedsStock } from "./selection.ts";
import { useCheckout } from "./use-checkout.ts";

/** Always two lines high, so that the button does not move while lines are ticked. */
function Hint({ count, known, needsMore }: { count: number; known: boolean; needsMore: boolean }) {
  const t = useTexts();
  const picked = `${t(known ? "cart.selected" : "cart.count", { count })}.`;
  return (
    <p className="min-h-[3.1em] text-xs text-taupe" aria-live="polite">
      {count === 0 && t("cart.select_hint")}
      {count > 0 && (needsMore ? `${picked} ${t("cart.free_shipping_hint")}` : picked)}
    </p>
  );
}

interface CartFooterProps {
  cart: Cart;
  selection: CheckoutSelection & { known: boolean };
}

/** The selection's total and the checkout button. Before hydration nothing is ticked: then it covers all lines. */
export function CartFooter({ cart, selection }: CartFooterProps) {
  const t = useTexts();
  const price = usePrice();
  const goToCheckout = useCheckout();
  const { known } = selection;
  const count = known ? selection.count : cart.item_count;
  const counted = known ? selection.items : cart.items;
  const isSent = !isVirtualOnly(counted);
  const isFree = sentCount(counted) >= freeShippingFrom;
  const short = selection.items.some(exceedsStock);
  const [refused, setRefused] = useState(false);
  const checkOut = async () => {
    setRefused(short);
    if (short) return;
    const before = editsStore.get().failures;
    await flushCartEdits();
    const { failures } = editsStore.get();
    // a change that has just failed is reported at its line: the customer should see it before going on
    if (selection.keys.some((key) => failures[key] && failures[key] !== before[key])) return;
    await goToCheckout();
  };
  return (
    <div className="space-y-3">
      <Hint count={count} known={known} needsMore={isSent && !isFree} />
      <p className="flex items-baseline justify-between gap-4">
        <span>{t("cart.subtotal")}</span>
        <span className="tabular text-lg font-medium">{price(known ? selection.subtotal : cart.total)}</span>
      </p>
      {isSent && (
        <p className="text-xs text-taupe">
          {isFree ? t("cart.free_shipping_reached") : <DeliveryCost items={known ? counted : []} />}
        </p>
      )}
      {isSent && count > 0 && (
        // of the same height before hydration: the button below does not move
        <div className="needs-scripts min-h-[calc(2lh+2.75rem)] text-xs">
          {known && <CartDelivery items={counted} />}
        </div>
      )}
      {refused && short && <Alert>{t("cart.too_many_picked")}</Alert>}
      {known ? (
        <Button wide disabled={selection.count === 0} onClick={() => void checkOut()}>
          {t("cart.checkout")}
        </Button>
      ) : (
        <LinkButton wide to="/checkout">
          {t("cart.checkout")}
        </LinkButton>
      )}
      <NoScriptNotice />
    </div>
  );
}
