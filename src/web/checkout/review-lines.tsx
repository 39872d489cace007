import type { Cart } from "#contract/cart.ts";
import { type CheckoutSelection, setLineSelected, useSelection } from "#web/cart/selection.ts";
import { Alert } from "#design/alert.tsx";
import { LinkButton } from "#design/button.tsx";
import { ArrowLeftIcon } from "#design/icons.tsx";
import { EmptyState } from "#design/page-states.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { CartLink } from "#web/navigation/cart-link.tsx";
import { ReviewLine } from "./review-line.tsx";

/** Back link: the cart opens over the page, to change quantities or select other lines. */
export function BackToCart() {
  const t = useTexts();
  return (
    <CartLink className="mb-2 inline-flex min-h-11 items-center gap-2 text-sm hover:text-champagne">
      <ArrowLeftIcon size={16} />
      {t("cart.title")}
    </CartLink>
  );
}

/** Placeholder in the shape of the list, with a line for each selected one. */
export function ReviewSkeleton() {
  const { keys } = useSelection(undefined);
  return (
    <ul className="divide-y divide-line border-y border-line">
      {(keys.length > 0 ? keys : ["one", "two"]).map((line) => (
        <li key={line} className="flex gap-4 py-6 md:gap-6">
          <Skeleton className="aspect-4/5 w-24 md:w-32" />
          <Skeleton className="h-6 flex-1" />
        </li>
      ))}
    </ul>
  );
}

/**
 * Selected lines that are sold out or withdrawn are listed, since otherwise they would silently be missing from the
 * order.
 */
function NotIncluded({ names }: { names: readonly string[] }) {
  const t = useTexts();
  if (names.length === 0) return null;
  return (
    <Alert tone="warning" className="mb-6">
      {t("checkout.not_included", { names: names.join(", ") })}
    </Alert>
  );
}

/** The lines under review. */
export function ReviewLines({ cart, selection }: { cart: Cart; selection: CheckoutSelection }) {
  const t = useTexts();
  const unavailable = cart.items.filter((item) => !item.purchasable && selection.isSelected(item.cart_item_key));
  return (
    <>
      <NotIncluded names={unavailable.map(({ name }) => name)} />
      {selection.items.length === 0 ? (
        <EmptyState title={t("checkout.empty")}>
          <LinkButton to="/products/category">{t("checkout.back_to_shop")}</LinkButton>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {selection.items.map((item) => (
            <ReviewLine
              summed={selection.items}
              key={item.cart_item_key}
              item={item}
              onRemove={() => setLineSelected(cart.items, item.cart_item_key, false)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
