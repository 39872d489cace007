import { useEffect } from "react";
import { useLocation, useNavigate, useOutletContext, useSearchParams } from "react-router";
import { useCart } from "#web/api/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { selectOnly, useSelection } from "#web/cart/selection.ts";
import { classes } from "#web/design/class-names.ts";
import { ErrorState } from "#web/design/page-states.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { StepTitle } from "./checkout-step.tsx";
import { RecommendedBeside } from "./recommended-beside.tsx";
import { BackToCart, ReviewLines, ReviewSkeleton } from "./review-lines.tsx";
import { ReviewTotal } from "./review-total.tsx";

/** Without a selection there is nothing to review: home, unless the shopper stepped back from order-info. */
function useLeaveWhenEmpty(empty: boolean): boolean {
  const navigate = useNavigate();
  const { state } = useLocation();
  const stepBefore = useOutletContext<string | null>();
  const stay = stepBefore === "/checkout/order-info" || (state as { from?: string } | null)?.from === "order-info";
  const leaving = empty && !stay;
  useEffect(() => {
    if (leaving) void navigate("/", { replace: true });
  }, [leaving, navigate]);
  return leaving;
}

/** Buy now without scripts names its line in the address: it is ticked alone, and the address becomes the usual one. */
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

/** The first step of checkout: what was ticked in the cart, looked over once more. */
export default function Review() {
  const t = useTexts();
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
        <section aria-label={t("checkout.items")} aria-busy={!ready && !failure}>
          {failure && <ErrorState title={t("cart.load_error")} retryLabel={t("common.retry")} onRetry={retry} />}
          {!failure && !ready && <ReviewSkeleton />}
          {ready && <ReviewLines cart={cart} selection={selection} />}
        </section>
        {/* on a phone it stands beneath the list, and would jump when that comes */}
        <ReviewTotal selection={selection} known={ready} className={classes(!ready && "max-lg:hidden")} />
      </div>
      {first && <RecommendedBeside category={first.category} without={selection.items.map(({ id }) => id)} />}
    </div>
  );
}
