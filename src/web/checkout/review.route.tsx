import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { getStore } from "#web/api/browser-store.ts";
import { useCart } from "#web/api/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { ask } from "#web/api/query-client.ts";
import { useSelection } from "#web/cart/selection.ts";
import { cardOf } from "#web/catalog/card.ts";
import { Slideshow } from "#web/catalog/slideshow.tsx";
import { LinkButton } from "#web/design/button.tsx";
import { EmptyState, ErrorState } from "#web/design/page-states.tsx";
import { Skeleton } from "#web/design/skeleton.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { OrderTotal } from "./order-total.tsx";
import { ReviewLine } from "./review-line.tsx";

const recommendedCount = 12;

/** The category's pieces besides those under review. */
function Recommended({ category, without }: { category: string; without: readonly number[] }) {
  const t = useTexts();
  const query = useQuery({
    queryKey: ["recommended", category],
    queryFn: () => ask(getStore().categoryList({ slug: category, per_page: recommendedCount })),
  });
  const cards = (query.data?.products ?? []).filter(
    ({ id, stock_status }) => stock_status === "instock" && !without.includes(id),
  );
  if (cards.length === 0) return null;
  return (
    <div className="mt-20">
      <Slideshow title={t("checkout.recommended")} cards={cards.map(cardOf)} />
    </div>
  );
}

function ReviewSkeleton() {
  return (
    <div className="space-y-6 py-6">
      {["one", "two"].map((line) => (
        <div key={line} className="flex gap-6">
          <Skeleton className="aspect-4/5 w-24 md:w-32" />
          <Skeleton className="h-6 flex-1" />
        </div>
      ))}
    </div>
  );
}

/** Without a selection there is nothing to review: home, unless the shopper stepped back from order-info. */
function useLeaveWhenEmpty(empty: boolean): void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const fromOrderInfo = (state as { from?: string } | null)?.from === "order-info";
  useEffect(() => {
    if (empty && !fromOrderInfo) void navigate("/", { replace: true });
  }, [empty, fromOrderInfo, navigate]);
}

export default function Review() {
  const t = useTexts();
  const { cart, loading, failure, retry } = useCart();
  const selection = useSelection(cart);
  const known = cart !== undefined && selection.known;
  useEffect(() => void flushCartEdits(), []);
  useLeaveWhenEmpty(known && selection.items.length === 0);
  const [first] = selection.items;
  return (
    <div className="page py-10 md:py-14">
      <PageHead title={t("checkout.title")} hidden />
      <h1 className="text-3xl">{t("checkout.title")}</h1>
      <div className="mt-6 grid gap-10 lg:grid-cols-[1fr_24rem] lg:gap-16">
        <section aria-label={t("checkout.items")}>
          {failure ? (
            <ErrorState title={t("cart.load_error")} retryLabel={t("common.retry")} onRetry={retry} />
          ) : !known || loading ? (
            <ReviewSkeleton />
          ) : selection.items.length === 0 ? (
            <EmptyState title={t("checkout.empty")}>
              <LinkButton to="/products/category">{t("checkout.back_to_shop")}</LinkButton>
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {selection.items.map((item) => (
                <ReviewLine key={item.cart_item_key} item={item} />
              ))}
            </ul>
          )}
        </section>
        <section aria-labelledby="total" className="h-fit bg-sand p-6 lg:sticky lg:top-6 lg:p-8">
          <h2 id="total" className="mb-4 text-xl">
            {t("checkout.summary")}
          </h2>
          <OrderTotal subtotal={selection.subtotal} quote={{ state: "unknown" }} />
          {selection.items.length > 0 && (
            <LinkButton to="/checkout/order-info" wide className="mt-6">
              {t("checkout.purchase")}
            </LinkButton>
          )}
          <p className="mt-4 text-xs text-taupe">{t("checkout.secure")}</p>
        </section>
      </div>
      {first && <Recommended category={first.category} without={selection.items.map(({ id }) => id)} />}
    </div>
  );
}
