import { useState } from "react";
import type { WishlistItem } from "#contract/wishlist.ts";
import { useCartActions } from "#web/cart/cart-actions.ts";
import { changeErrorMessage } from "#web/i18n/problem-message.ts";
import { Button, LinkButton } from "#design/button.tsx";
import { toast } from "#design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { productPath } from "#web/links/paths.ts";

interface MoveToCartProps {
  item: WishlistItem;
  /** id of the element with the product's name */
  named: string;
}

/** Adds one item to the cart, or links to its page if options have to be chosen first. */
export function MoveToCart({ item, named }: MoveToCartProps) {
  const t = useTexts();
  const { add } = useCartActions();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (item.stock_status === "outofstock" || item.price === null) return null;
  if (item.has_options)
    return (
      <LinkButton to={productPath(item)} aria-describedby={named} look="secondary" size="small" className="mt-2">
        {t("wishlist.choose")}
      </LinkButton>
    );
  const put = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const result = await add({ product_id: item.id, quantity: 1 });
    setBusy(false);
    if (result.ok) toast("success", t("cart.added"));
    else setFailure(changeErrorMessage(t, result, "cart.add_error"));
  };
  return (
    <>
      <Button
        look="secondary"
        size="small"
        busy={busy}
        onClick={() => void put()}
        aria-describedby={named}
        className="mt-2"
      >
        {t("product.add_to_bag")}
      </Button>
      {failure && (
        <p role="alert" className="text-xs text-danger">
          {failure}
        </p>
      )}
    </>
  );
}
