import { type ComponentProps, type Ref, useEffect, useRef } from "react";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { CheckIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { CartLink } from "#web/navigation/cart-link.tsx";
import { WishButton } from "#web/wishlist/wish-button.tsx";
import type { ProductView } from "./product-view.ts";
import type { Buying } from "./use-buying.ts";

interface AddToCartButtonProps extends Pick<ComponentProps<"button">, "type" | "name" | "value" | "onClick"> {
  buying: Buying;
  soldOut: boolean;
  wide?: boolean;
  className?: string;
}

/** The add-to-cart button with its state: adding, added for two seconds. */
export function AddToCartButton({ buying, soldOut, wide = false, ...button }: AddToCartButtonProps) {
  const t = useTexts();
  const { state } = buying;
  return (
    <Button {...button} wide={wide} disabled={soldOut} busy={state === "adding"} data-state={state}>
      {state === "added" && <CheckIcon size={18} />}
      {soldOut && t("product.out_of_stock")}
      {!soldOut && state === "adding" && t("product.adding")}
      {!soldOut && state === "added" && t("product.added")}
      {!soldOut && state !== "adding" && state !== "added" && t("product.add_to_bag")}
    </Button>
  );
}

/** Confirms what was added to the cart, especially its size, with a link to the cart. */
function InCart({ options }: { options: string }) {
  const t = useTexts();
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" }); // newer browsers return a promise, which is no cleanup function
  }, []);
  return (
    <p ref={place} className="mt-3 flex scroll-mb-4 flex-wrap items-center gap-x-3 bg-success-tint px-4 text-sm">
      <span className="py-2.5 text-success">
        {options ? t("product.added_option", { option: options }) : t("product.added")}
      </span>
      <CartLink className="inline-flex min-h-11 items-center text-link">{t("product.view_bag")}</CartLink>
    </p>
  );
}

/** Fragment of the page after a rejected form without scripts, so that the error is in view. */
export const buttonsId = "buy";

interface BuyButtonsProps {
  product: ProductView;
  buying: Buying;
  soldOut: boolean;
  /** the options of the item last added to the cart, "" for one without options; null if none was added */
  inCart: string | null;
  ref: Ref<HTMLDivElement>;
}

/** The two buttons that submit the buy form, and the heart; errors are shown below and stay. */
export function BuyButtons({ product, buying, soldOut, inCart, ref }: BuyButtonsProps) {
  const t = useTexts();
  return (
    <div id={buttonsId}>
      <div ref={ref} className="grid gap-3">
        <div className="flex gap-3">
          <AddToCartButton type="submit" name="do" value="add" buying={buying} soldOut={soldOut} wide />
          <WishButton
            product={product}
            className="grid size-12 shrink-0 place-items-center rounded-xs border border-edge"
            failureClassName="bottom-13 right-0 z-10"
          />
        </div>
        <Button
          type="submit"
          name="do"
          value="buy"
          look="secondary"
          disabled={soldOut}
          busy={buying.state === "buying"}
        >
          {t("product.buy_now")}
        </Button>
      </div>
      <div role="status">{inCart !== null && <InCart options={inCart} />}</div>
      {buying.failure && <Alert className="mt-3">{buying.failure}</Alert>}
    </div>
  );
}
