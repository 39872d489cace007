import { type RefObject, useEffect, useState } from "react";
import { toast } from "#design/toast.ts";
import { PriceTag } from "#web/i18n/price-tag.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { type Buyable, optionText } from "../options.ts";
import { AddToCartButton } from "./buy-buttons.tsx";
import type { ProductView } from "./product-view.ts";
import type { Buying } from "./use-buying.ts";

/** Everything below the screen counts as visible: only elements above it are past, also after a jump. */
const farBelow = "0px 0px 100000px 0px";

/** True once the element has been scrolled past. */
function useScrolledPast(ref: RefObject<Element | null>): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => setPast(entry !== undefined && !entry.isIntersecting), {
      rootMargin: farBelow,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return past;
}

interface StickyBuyBarProps {
  product: ProductView;
  chosen: Buyable | null;
  buying: Buying;
  soldOut: boolean;
  /** the buttons that it replaces */
  buttons: RefObject<Element | null>;
}

/** On a phone, the chosen options and the add button at the bottom, while the buttons are above the screen. */
export function StickyBuyBar({ product, chosen, buying, soldOut, buttons }: StickyBuyBarProps) {
  const t = useTexts();
  const shown = useScrolledPast(buttons);
  const { price, regularPrice, salePrice } = chosen ?? product.price;
  const options = optionText(product.groups, chosen);
  const add = async () => {
    const what = [product.name, options].filter(Boolean).join(", ");
    if (await buying.add()) toast("success", t("cart.added_named", { name: what }));
  };
  return (
    <div
      inert={!shown}
      data-shown={shown || undefined}
      className="needs-scripts fixed inset-x-0 bottom-0 z-30 flex translate-y-full items-center gap-4 border-t border-line bg-ivory px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] opacity-0 transition-[transform,opacity] duration-[320ms] data-shown:translate-y-0 data-shown:opacity-100 lg:hidden"
    >
      <div className="min-w-0 flex-1 text-sm">
        <p className="truncate max-sm:sr-only">{product.name}</p>
        {options && <p className="truncate font-medium">{options}</p>}
        <p>
          <PriceTag price={price} regular={salePrice === null ? null : regularPrice} />
        </p>
      </div>
      {/* as wide in each of its states */}
      <div className="w-44 shrink-0">
        <AddToCartButton onClick={() => void add()} buying={buying} soldOut={soldOut} wide className="px-3!" />
      </div>
    </div>
  );
}
