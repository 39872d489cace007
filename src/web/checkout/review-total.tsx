import type { CheckoutSelection } from "#web/cart/selection.ts";
import { LinkButton } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { Skeleton } from "#design/skeleton.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { OrderTotal } from "./order-total.tsx";
import { quoteWithoutAddress } from "./use-shipping-quote.ts";

interface ReviewTotalProps {
  selection: CheckoutSelection;
  /** false while the cart is loading */
  known: boolean;
  className: string;
}

/** The total of the reviewed lines, and the link to the next step. */
export function ReviewTotal({ selection, known, className }: ReviewTotalProps) {
  const t = useTexts();
  if (known && selection.items.length === 0) return null;
  return (
    <section
      aria-labelledby="total"
      className={classes("-mx-4 h-fit bg-sand p-6 md:mx-0 lg:sticky lg:top-6 lg:p-10", className)}
    >
      <h2 id="total" className="mb-4 text-xl">
        {t("checkout.summary")}
      </h2>
      <OrderTotal subtotal={selection.subtotal} quote={quoteWithoutAddress(selection.items)} known={known} />
      {known ? (
        <LinkButton to="/checkout/order-info" wide className="mt-6">
          {t("checkout.purchase")}
        </LinkButton>
      ) : (
        <Skeleton className="mt-6 h-12 w-full bg-line!" />
      )}
      <p className="mt-4 text-xs text-taupe">{t("checkout.secure")}</p>
    </section>
  );
}
