import { calendarDayOf, formatWeekday } from "#contract/calendar-days.ts";
import { type Dong, dong } from "#contract/money.ts";
import { Skeleton } from "#design/skeleton.tsx";
import { Spinner } from "#design/spinner.tsx";
import { usePrice, usePriceAfter } from "#web/i18n/price.ts";
import { useLanguage, useSettings } from "#web/i18n/settings.ts";
import { ShippingCost } from "#web/i18n/shipping-cost.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { PromiseLine } from "./promise-line.tsx";
import type { OrderPromise } from "./use-order-promise.ts";
import { type ShippingQuoteState, totalOf } from "./use-shipping-quote.ts";

interface ShippingProps {
  quote: ShippingQuoteState;
  /** the displayed amount that the cost is added to */
  subtotal: Dong;
}

/** The shipping cost, or the state of the quote, as text. */
export function ShippingText({ quote, subtotal }: ShippingProps) {
  const t = useTexts();
  const priceAfter = usePriceAfter();
  switch (quote.state) {
    case "unknown":
      return <span className="text-right text-xs text-taupe">{t("checkout.shipping_later")}</span>;
    case "loading":
      return (
        <span className="inline-flex items-center gap-2 text-xs text-taupe">
          <Spinner /> {t("order_info.shipping_quote_loading")}
        </span>
      );
    case "failed":
      return <span className="text-right text-xs text-danger">{t("checkout.without_shipping")}</span>;
    case "known":
      return quote.free ? <ShippingCost cost={dong(0)} subtotal={subtotal} /> : priceAfter(subtotal, quote.cost);
  }
}

/** The same, but a retry button for a failed quote. */
export function ShippingAmount({ quote, subtotal }: ShippingProps) {
  const t = useTexts();
  if (quote.state !== "failed") return <ShippingText quote={quote} subtotal={subtotal} />;
  return (
    <button
      type="button"
      onClick={quote.retry}
      className="relative text-xs underline underline-offset-4 after:absolute after:-inset-x-4 after:-inset-y-3.5"
    >
      {t("common.retry")}
    </button>
  );
}

/** The promised days, else the carrier's estimate, else the policy; its space is reserved while loading. */
function Delivery({ quote, promise }: { quote: ShippingQuoteState; promise: OrderPromise | undefined }) {
  const t = useTexts();
  const lang = useLanguage();
  const expected = quote.state === "known" ? quote.expected : null;
  if (promise?.latest || (promise?.policy && !promise.pickup && !expected))
    return (
      <dd className="basis-full">
        <PromiseLine promise={promise} className="text-xs text-taupe" />
      </dd>
    );
  if (!expected && quote.state !== "loading") return null;
  return (
    <dd className="tabular min-h-6 basis-full text-xs text-taupe">
      {expected && t("order_info.expected_delivery", { date: formatWeekday(lang, calendarDayOf(new Date(expected))) })}
    </dd>
  );
}

/** An amount, or a placeholder while unknown. */
function Amount({ known, children }: { known: boolean; children: string }) {
  return known ? children : <Skeleton className="h-4 w-20 bg-line!" />;
}

interface OrderTotalProps {
  subtotal: Dong;
  quote: ShippingQuoteState;
  /** false while the cart is loading */
  known: boolean;
  /** PayPal charges the displayed dollars */
  inDollars?: boolean;
  promise?: OrderPromise | undefined;
}

/** Subtotal, shipping and total; rows keep their height in every state of the quote. */
export function OrderTotal({ subtotal, quote, known, inDollars = false, promise }: OrderTotalProps) {
  const t = useTexts();
  const price = usePrice();
  const { currency } = useSettings();
  const total = totalOf(subtotal, quote);
  return (
    <div>
      <dl className="text-sm">
        <div className="flex min-h-8 items-center justify-between gap-4">
          <dt>{t("checkout.subtotal")}</dt>
          <dd className="tabular">
            <Amount known={known}>{price(subtotal)}</Amount>
          </dd>
        </div>
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4" aria-live="polite">
          <dt>{t("checkout.shipping")}</dt>
          <dd className="tabular">
            <ShippingAmount quote={quote} subtotal={subtotal} />
          </dd>
          <Delivery quote={quote} promise={promise} />
        </div>
        <div className="mt-2 flex min-h-10 items-center justify-between gap-4 border-t border-line pt-3 text-lg font-medium">
          <dt>{t("checkout.total")}</dt>
          <dd className="tabular">
            <Amount known={known}>{price(total)}</Amount>
          </dd>
        </div>
      </dl>
      {quote.state === "failed" && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {t("order_info.shipping_quote_error")}
        </p>
      )}
      <p className="mt-2 text-xs text-taupe">
        {t("checkout.vat_note")}{" "}
        {(quote.state === "unknown" || quote.state === "failed") && t("checkout.without_shipping")}{" "}
        {currency === "USD" && t(inDollars ? "checkout.usd_charged" : "checkout.usd_note")}
      </p>
    </div>
  );
}
