import type { User } from "#contract/customer.ts";
import type { CheckoutSelection } from "#web/cart/selection.ts";
import { LinkButton } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { Skeleton } from "#design/skeleton.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { OrderTotal } from "./order-total.tsx";
import { useOrderForm } from "./use-order-form.ts";
import { useOrderPromise } from "./use-order-promise.ts";
import { useShippingQuote } from "./use-shipping-quote.ts";

interface ReviewTotalProps {
  user: User | null;
  selection: CheckoutSelection;
  /** false while the cart is loading */
  known: boolean;
  className: string;
}

/** The total of the reviewed lines, delivered to the place that the form of the next step begins with, and the link to that step. */
export function ReviewTotal({ user, selection, known, className }: ReviewTotalProps) {
  const t = useTexts();
  const { form } = useOrderForm(user);
  const quote = useShippingQuote(form, selection.items);
  const promise = useOrderPromise(form, selection.items);
  if (known && selection.items.length === 0) return null;
  return (
    <section
      aria-labelledby="total"
      className={classes("-mx-4 h-fit bg-sand p-6 md:mx-0 lg:sticky lg:top-6 lg:p-10", className)}
    >
      <h2 id="total" className="mb-4 text-xl">
        {t("checkout.summary")}
      </h2>
      <OrderTotal subtotal={selection.subtotal} quote={quote} known={known} promise={promise} />
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
