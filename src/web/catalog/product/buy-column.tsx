import { type FormEvent, type MouseEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { RulerIcon } from "#design/icons.tsx";
import { useTextLanguage } from "#web/i18n/text-language.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { type OptionGroup, optionText } from "../options.ts";
import { BuyButtons, buttonsId } from "./buy-buttons.tsx";
import type { RejectedForm } from "./buy-form.ts";
import { DeliveryInfo } from "./delivery-info.tsx";
import type { DeliveryPolicies } from "./delivery-policies.ts";
import { FreeGift } from "./free-gift.tsx";
import { Information, tipsId } from "./information.tsx";
import { OptionPicker } from "./option-picker.tsx";
import { ProductPrice } from "./product-price.tsx";
import type { ProductView } from "./product-view.ts";
import { StickyBuyBar } from "./sticky-buy-bar.tsx";
import type { StockLevel } from "./stock-levels.ts";
import { StockLine } from "./stock-line.tsx";
import { useBuying } from "./use-buying.ts";
import { useChoice } from "./use-choice.ts";

/** Goes to the tips, with a history entry. Without scripts the browser opens the section itself. */
function useGoToTips(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const fold = document.getElementById(tipsId)?.closest("details");
    if (!fold) return;
    event.preventDefault();
    void navigate({ search: location.search, hash: tipsId }, { preventScrollReset: true });
    fold.open = true;
    const title = fold.querySelector("summary");
    title?.focus({ preventScroll: true });
    title?.scrollIntoView(); // its scroll margin is for the header
  };
}

function SizeGuideLink({ group }: { group: OptionGroup }) {
  const t = useTexts();
  const goToTips = useGoToTips();
  if (group.slug !== "pa_size" && group.slug !== "pa_length") return null;
  return (
    <a
      href={`#${tipsId}`}
      onClick={goToTips}
      className="relative float-right flex min-h-6 items-center gap-1.5 text-sm text-link after:absolute after:-inset-y-2.5 after:inset-x-0"
    >
      <RulerIcon size={16} />
      {t("product.size_guide_link")}
    </a>
  );
}

interface BuyColumnProps {
  product: ProductView & DeliveryPolicies & { stock: Record<number, StockLevel> };
  /** the rejected form, if it was sent without scripts */
  rejected: RejectedForm | undefined;
}

/**
 * Everything to the right of the pictures: name, price, options, buttons and information. Options and buttons are a
 * form that the server handles too: clicks before hydration are not lost.
 */
export function BuyColumn({ product, rejected }: BuyColumnProps) {
  const languageOf = useTextLanguage();
  const form = useRef<HTMLFormElement>(null);
  const { chosen, choose, isPicked, missedSize } = useChoice(product, form, rejected?.picked);
  const buying = useBuying(product, chosen, rejected?.result);
  // the chosen options, once added to the cart here
  const [inCart, setInCart] = useState<string | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const soldOut = chosen ? !chosen.buyable : !product.variations.some(({ buyable }) => buyable);
  const stock = product.stock[(chosen ?? product).id];
  const add = async () => {
    setInCart(null);
    if (await buying.add()) setInCart(optionText(product.groups, chosen));
  };
  const chooseOther = (group: number, value: string) => {
    setInCart(null);
    choose(group, value);
  };
  const buy = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter;
    if (button instanceof HTMLButtonElement && button.value === "buy") buying.buyNow();
    else void add();
  };
  return (
    <div className="flex flex-col gap-6 min-[62rem]:sticky min-[62rem]:bottom-0 min-[62rem]:min-h-[calc(100svh-var(--header-height))] min-[62rem]:self-end">
      <div>
        <p className="eyebrow">{[product.category?.name, product.metal].filter(Boolean).join(" · ")}</p>
        <h1 lang={languageOf(product.name)} className="mt-2 text-2xl lg:text-3xl">
          {product.name}
        </h1>
        <ProductPrice of={chosen ?? product.price} className="mt-3 text-lg lg:text-xl" />
        {product.shortDescription && (
          <p lang={languageOf(product.shortDescription)} className="mt-4 text-taupe">
            {product.shortDescription}
          </p>
        )}
      </div>
      <form ref={form} method="post" action={`#${buttonsId}`} onSubmit={buy} className="flex flex-col gap-6">
        <OptionPicker
          groups={product.groups}
          variations={product.variations}
          chosen={chosen}
          onChoose={chooseOther}
          isPicked={isPicked}
          missedSize={missedSize}
          aside={(group) => <SizeGuideLink group={group} />}
        />
        <FreeGift gift={product.gift} chosen={chosen} />
        {stock && <StockLine {...stock} />}
        <BuyButtons product={product} buying={buying} soldOut={soldOut} inCart={inCart} ref={buttons} />
      </form>
      <DeliveryInfo product={product} chosen={chosen} />
      <Information product={product} />
      <StickyBuyBar product={product} chosen={chosen} buying={buying} soldOut={soldOut} buttons={buttons} />
    </div>
  );
}
