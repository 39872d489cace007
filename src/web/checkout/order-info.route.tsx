import type { User } from "#contract/customer.ts";
import type { Dong } from "#contract/money.ts";
import { buyerContext } from "#web/api/require-buyer.ts";
import { isVirtualOnly } from "#web/cart/free-shipping.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { ArrowLeftIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { useHydrated } from "#design/use-hydrated.ts";
import { PageHead } from "#web/i18n/page-head.tsx";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { CartLink } from "#web/navigation/cart-link.tsx";
import type { Route } from "./+types/order-info.route.ts";
import { StepTitle } from "./checkout-step.tsx";
import { useBotTrap } from "./bot-trap.tsx";
import { OrderSections } from "./order-sections.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { ShippingAmount } from "./order-total.tsx";
import { PromiseLine } from "./promise-line.tsx";
import { SuccessOverlay } from "./success-overlay.tsx";
import { showEnterKey, toNextField } from "./to-next-field.ts";
import { useOrderInfo } from "./use-order-info.ts";
import type { OrderPromise } from "./use-order-promise.ts";
import { type ShippingQuoteState, totalOf } from "./use-shipping-quote.ts";

export const loader = ({ context }: Route.LoaderArgs) => ({ user: context.get(buyerContext) });

/** Shipping and total above the submit button of a phone, where the summary may be collapsed. */
function TotalAtButton({
  subtotal,
  quote,
  promise,
}: {
  subtotal: Dong;
  quote: ShippingQuoteState;
  promise: OrderPromise;
}) {
  const t = useTexts();
  const price = usePrice();
  return (
    <div className="tabular mb-3">
      <p className="flex min-h-6 items-center justify-between gap-4 text-sm">
        <span>{t("checkout.shipping")}</span> <ShippingAmount quote={quote} subtotal={subtotal} />
      </p>
      {quote.state === "failed" && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {t("order_info.shipping_quote_error")}
        </p>
      )}
      <p className="mt-1 flex justify-between gap-4 text-lg font-medium">
        {t("checkout.total")}
        <span>{price(totalOf(subtotal, quote))}</span>
      </p>
      {quote.state === "failed" && <p className="mt-1 text-xs text-taupe">{t("checkout.without_shipping")}</p>}
      <PromiseLine promise={promise} live className="mt-1" />
    </div>
  );
}

/** From an error about lines to the cart, where they are changed. */
function ToCart() {
  const t = useTexts();
  return (
    <CartLink className="flex min-h-11 w-fit items-center font-medium underline underline-offset-4">
      {t("product.view_bag")}
    </CartLink>
  );
}

/** The second checkout step: contact, address and payment, next to the order summary. A login begins a form of its own. */
export default function OrderInfoPage({ loaderData: { user } }: Route.ComponentProps) {
  return <OrderInfo key={user?.id ?? "guest"} user={user} />;
}

function OrderInfo({ user }: { user: User | null }) {
  const t = useTexts();
  const hydrated = useHydrated();
  const trap = useBotTrap(user === null);
  const { view, ordered, summary, message, cart, onSubmit, submitting, placed } = useOrderInfo(user, trap.read);
  const total = totalOf(ordered.subtotal, ordered.quote);
  const quoting = ordered.quote.state === "loading";
  const button = (
    // ordering requires a known selection
    <Button type="submit" form="order" wide busy={submitting || quoting} disabled={!ordered.known && !ordered.failed}>
      {t(submitting ? "order_info.submitting" : quoting ? "order_info.shipping_quote_loading" : "order_info.submit")}
    </Button>
  );
  return (
    <div className="page pb-16 lg:py-14">
      <PageHead title={t("order_info.title")} hidden />
      <div className="flex flex-col lg:grid lg:grid-cols-[1fr_26rem] lg:gap-16">
        <form
          id="order"
          noValidate
          onSubmit={onSubmit}
          onFocus={showEnterKey}
          onKeyDown={toNextField}
          className="flex flex-col gap-10 pt-6 lg:pt-0"
        >
          <div>
            <Link
              to="/checkout"
              from="order-info"
              className="mb-2 inline-flex min-h-11 items-center gap-2 text-sm hover:text-champagne lg:-mt-3"
            >
              <ArrowLeftIcon size={16} />
              {t("order_info.back")}
            </Link>
            <StepTitle step={2}>{t("order_info.title")}</StepTitle>
          </div>
          {ordered.known && ordered.items.length === 0 && (
            <p className="border-l-2 border-warning bg-warning-tint px-4 py-3 text-sm text-warning">
              {t("checkout.empty")}{" "}
              <Link to="/products/category" className="text-link">
                {t("checkout.back_to_shop")}
              </Link>
            </p>
          )}
          {message && (
            <Alert ref={summary} tabIndex={-1} className="whitespace-pre-line">
              {message}
              {cart && <ToCart />}
            </Alert>
          )}
          {/* disabled until hydration, which would discard earlier input */}
          <div className="contents" inert={!hydrated}>
            {trap.field}
            <OrderSections
              view={view}
              promise={ordered.promise}
              user={user}
              virtualOnly={isVirtualOnly(ordered.items)}
              total={ordered.known && ordered.items.length > 0 ? total : null}
              withoutShipping={ordered.quote.state !== "known"}
            />
          </div>
          <div className="lg:hidden">
            {ordered.known && (
              <TotalAtButton subtotal={ordered.subtotal} quote={ordered.quote} promise={ordered.promise} />
            )}
            {button}
          </div>
        </form>
        {/* after the form in the DOM, with its submit button on wide screens; on a phone it is collapsed above the form */}
        <div className="max-lg:order-first">
          <div className="lg:sticky lg:top-6">
            <OrderSummary ordered={ordered}>{button}</OrderSummary>
          </div>
        </div>
      </div>
      <SuccessOverlay open={placed} />
    </div>
  );
}
