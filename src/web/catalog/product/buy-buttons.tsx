import { type ComponentProps, type Ref, useEffect, useRef } from "react";
import { Alert } from "#web/design/alert.tsx";
import { Button } from "#web/design/button.tsx";
import { CheckIcon } from "#web/design/icons.tsx";
import { Link } from "#web/design/link.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openPanel } from "#web/navigation/panels.ts";
import { WishButton } from "#web/wishlist/wish-button.tsx";
import type { ProductView } from "./product-view.ts";
import type { Buying } from "./use-buying.ts";

interface AddButtonProps extends Pick<ComponentProps<"button">, "type" | "name" | "value" | "onClick"> {
  buying: Buying;
  soldOut: boolean;
  wide?: boolean;
}

/** Add to bag, with what has become of the press: adding, added for two seconds. */
export function AddButton({ buying, soldOut, wide = false, ...button }: AddButtonProps) {
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

/** Says what has gone into the bag, its size above all, and leads there. */
function InBag({ options }: { options: string }) {
  const t = useTexts();
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" }); // newer browsers answer with a promise, which is no clean-up
  }, []);
  return (
    <p ref={place} className="mt-3 flex scroll-mb-4 flex-wrap items-center gap-x-3 bg-success-tint px-4 text-sm">
      <span className="py-2.5 text-success">
        {options ? t("product.added_option", { option: options }) : t("product.added")}
      </span>
      <Link to="/cart" onPress={() => openPanel("cart")} className="inline-flex min-h-11 items-center text-link">
        {t("product.view_bag")}
      </Link>
    </p>
  );
}

/** Where a form that was refused without scripts leads back to: the reason is not to be looked for. */
export const buttonsId = "buy";

interface BuyButtonsProps {
  product: ProductView;
  buying: Buying;
  soldOut: boolean;
  /** the options of what the last press put into the bag, "" for a piece without; null where it put nothing there */
  inBag: string | null;
  ref: Ref<HTMLDivElement>;
}

/** The two ways to buy, which send the form that they stand in, and the heart; what went wrong stands beneath them and stays. */
export function BuyButtons({ product, buying, soldOut, inBag, ref }: BuyButtonsProps) {
  const t = useTexts();
  return (
    <div id={buttonsId}>
      <div ref={ref} className="grid gap-3">
        <div className="flex gap-3">
          <AddButton type="submit" name="do" value="add" buying={buying} soldOut={soldOut} wide />
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
      <div role="status">{inBag !== null && <InBag options={inBag} />}</div>
      {buying.failure && <Alert className="mt-3">{buying.failure}</Alert>}
    </div>
  );
}
