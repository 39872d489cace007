import { useEffect } from "react";
import { useLocation, useNavigate, useOutletContext, useSearchParams } from "react-router";
import { useCart } from "#web/api/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { selectOnly, useSelection } from "#web/cart/selection.ts";
import { classes } from "#design/class-names.ts";
import { LoadFailed } from "#web/i18n/load-failed.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { CheckoutArrival } from "./checkout-arrival.ts";
import { StepTitle } from "./checkout-step.tsx";
import { RecommendedItems } from "./recommended-items.tsx";
import { BackToCart, ReviewLines, ReviewSkeleton } from "./review-lines.tsx";
import { ReviewTotal } from "./review-total.tsx";

/** Without a selection, redirects to the home page, unless the customer stepped back from order-info. */
function useLeaveWhenEmpty(empty: boolean): boolean {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { stepBefore } = useOutletContext<CheckoutArrival>();
  const stay = stepBefore === "/checkout/order-info" || (state as { from?: string } | null)?.from === "order-info";
  const leaving = empty && !stay;
  useEffect(() => {
    if (leaving) void navigate("/", { replace: true });
  }, [leaving, navigate]);
  return leaving;
}

/** Buy now without scripts passes its line in the address: only that line is selected, and the parameter is removed. */
function useLineFromAddress(): boolean {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const key = search.get("line");
  useEffect(() => {
    if (!key) return;
    selectOnly([key]);
    void navigate("/checkout", { replace: true });
  }, [key, navigate]);
  return key !== null;
}

/** The first checkout step: a review of the selected cart lines. */
export default function Review() {
  const t = useTexts();
  const { user } = useOutletContext<CheckoutArrival>();
  const { cart, failure, retry } = useCart();
  const selection = useSelection(cart);
  const known = cart !== undefined && selection.known;
  useEffect(() => void flushCartEdits(), []);
  const arriving = useLineFromAddress();
  const leaving = useLeaveWhenEmpty(known && !arriving && selection.items.length === 0);
  const ready = known && !leaving;
  const [first] = selection.items;
  return (
    <div className="page pt-6 pb-16 lg:pt-11">
      <PageHead title={t("checkout.title")} hidden />
      <BackToCart />
      <StepTitle step={1}>{t("checkout.title")}</StepTitle>
      <div className={classes("mt-6 grid gap-10 lg:gap-16", !(ready && !first) && "lg:grid-cols-[1fr_26rem]")}>
        <section
          aria-label={t("checkout.items")}
          aria-busy={!ready && !failure}
          className={classes(!ready && "min-h-svh")}
        >
          {failure && (
            <LoadFailed
              title={t("cart.load_error")}
              failure={failure}
              network="order_info.alert_network"
              onRetry={retry}
            />
          )}
          {!failure && !ready && <ReviewSkeleton />}
          {ready && <ReviewLines cart={cart} selection={selection} />}
        </section>
        {/* on a phone it is below the list, and would shift when that loads */}
        <ReviewTotal
          key={user?.id ?? "guest"}
          user={user}
          selection={selection}
          known={ready}
          className={classes(!ready && "max-lg:hidden")}
        />
      </div>
      {first && <RecommendedItems category={first.category} without={selection.items.map(({ id }) => id)} />}
    </div>
  );
}
