import type { ReactNode } from "react";
import { useState } from "react";
import type { Dong } from "#contract/money.ts";
import { ChevronDownIcon } from "#design/icons.tsx";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { type Ordered, OrderLines } from "./order-lines.tsx";
import { OrderTotal, ShippingText } from "./order-total.tsx";
import type { OrderPromise } from "./use-order-promise.ts";
import { type ShippingQuoteState, totalOf } from "./use-shipping-quote.ts";

interface OrderSummaryProps {
  ordered: Ordered & {
    subtotal: Dong;
    quote: ShippingQuoteState;
    /** paid in dollars, through PayPal */
    inDollars: boolean;
    promise: OrderPromise;
  };
  /** the submit button, below the total on wide screens */
  children: ReactNode;
}

/** The order next to the form; on a phone its lines are collapsed at the top of the page. */
export function OrderSummary({ ordered, children }: OrderSummaryProps) {
  const { subtotal, quote, known, inDollars, promise } = ordered;
  const t = useTexts();
  const price = usePrice();
  const [unfolded, setUnfolded] = useState<boolean | null>(null);
  const open = unfolded ?? ordered.failed;
  const total = totalOf(subtotal, quote);
  return (
    <section aria-labelledby="summary" className="-mx-4 bg-sand px-4 md:-mx-8 md:px-8 lg:mx-0 lg:p-10">
      <h2 id="summary" className="hidden text-xl lg:mb-6 lg:block">
        {t("order_info.summary")}
      </h2>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setUnfolded(!open)}
        className="flex min-h-18 w-full flex-wrap content-center items-center gap-x-2 gap-y-1 text-left text-sm lg:hidden"
      >
        <span className="underline underline-offset-4">
          {t(open ? "order_info.hide_summary" : "order_info.show_summary")}
        </span>
        <ChevronDownIcon size={16} className={open ? "rotate-180" : ""} />
        <span className="tabular ml-auto font-medium">{known && price(total)}</span>
        <span className="tabular flex min-h-4 w-full justify-between gap-4 text-xs text-taupe">
          {known && !open && (
            <>
              <span>{t("checkout.shipping")}</span> <ShippingText quote={quote} subtotal={subtotal} />
            </>
          )}
        </span>
      </button>
      <div className={`${open ? "block" : "hidden"} pb-6 lg:block lg:pb-0`}>
        <OrderLines {...ordered} />
        <div className="mt-6 border-t border-line pt-4">
          <OrderTotal subtotal={subtotal} quote={quote} known={known} inDollars={inDollars} promise={promise} />
        </div>
      </div>
      <div className="hidden lg:mt-8 lg:block">{children}</div>
    </section>
  );
}
