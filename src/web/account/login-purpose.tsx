import { useCart } from "#web/api/cart.ts";
import { useSelection } from "#web/cart/selection.ts";
import { ClockIcon } from "#design/icons.tsx";
import { Picture } from "#design/picture.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { AuthModal } from "#web/navigation/auth-modal.ts";

const shownItems = 3;

/** The selected items, shown when the login leads to checkout. */
function CheckoutWaits() {
  const t = useTexts();
  const price = usePrice();
  const { cart, failure } = useCart();
  const { items, count, subtotal } = useSelection(cart);
  // fields below would move as the cart arrives
  if (!cart && !failure) return <Skeleton className="mb-6 h-18.5 w-full" />;
  if (count === 0) return null;
  return (
    <div className="mb-6 flex min-h-18 items-center gap-4 bg-sand px-4 py-3">
      <p className="tabular min-w-0 flex-1 text-sm">
        {t("common.items", { count })} · {price(subtotal)}
      </p>
      <ul aria-hidden="true" className="flex shrink-0 gap-1.5">
        {items.slice(0, shownItems).map((item) => (
          <li key={item.cart_item_key}>
            <Picture picture={item.picture} sizes="2.5rem" alt="" className="aspect-4/5 w-10" />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the login is for, if the user was sent to it. */
export function LoginPurpose({ next, reason, mode }: Pick<AuthModal, "next" | "reason" | "mode">) {
  const t = useTexts();
  if (reason === "ended") {
    return (
      <p className="mb-6 flex items-start gap-3 bg-sand px-4 py-3 text-sm">
        <ClockIcon size={18} className="mt-0.5 shrink-0 text-champagne" />
        {t("auth.ended_notice")}
      </p>
    );
  }
  const registers = mode === "register";
  if (next?.startsWith("/checkout")) return <CheckoutWaits />;
  if (registers && (next || reason === "wishlist"))
    return <p className="mb-5 text-sm text-taupe">{t("auth.register_notice")}</p>;
  const notice = next ? "auth.private_notice" : reason === "wishlist" ? "wishlist.login_required" : null;
  return notice && <p className="mb-5 text-sm text-taupe">{t(notice)}</p>;
}
