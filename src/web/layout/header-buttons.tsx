import { useCart } from "#web/api/cart.ts";
import { useSession } from "#web/api/session.ts";
import { useWishlist } from "#web/api/wishlist.ts";
import { IconButton, IconLink } from "#design/button.tsx";
import { AccountIcon, BagIcon, HeartIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/navigation/auth-modal.ts";
import { openPanel } from "#web/navigation/panels.ts";

/** A number at an icon's corner, positioned so that nothing shifts when it appears. */
function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden="true"
      className="tabular absolute top-1.5 right-1 grid h-4 min-w-4 place-items-center rounded-full bg-ink px-1 text-[0.625rem] leading-none font-medium text-ivory"
    >
      {count > 99 ? "99+" : count}
    </span>
  );
}

export function CartButton() {
  const t = useTexts();
  const count = useCart().cart?.item_count ?? 0;
  return (
    <IconLink
      to="/cart"
      label={t("a11y.open_cart", { count })}
      aria-haspopup="dialog"
      onPress={() => openPanel("cart")}
    >
      <BagIcon size={22} />
      <Count count={count} />
    </IconLink>
  );
}

export function WishlistButton() {
  const t = useTexts();
  const { products } = useWishlist();
  return (
    <IconButton
      label={t("a11y.open_wishlist")}
      aria-haspopup="dialog"
      onClick={() => openPanel("wishlist")}
      className="needs-scripts"
    >
      <HeartIcon size={22} />
      <Count count={products.length} />
    </IconButton>
  );
}

/**
 * Links to the profile for a customer and opens the login dialog for a guest. While the session is unknown, the server
 * decides.
 */
export function AccountButton() {
  const t = useTexts();
  const { user, known } = useSession();
  return (
    <Link
      to="/profile"
      aria-label={user ? t("header.my_profile") : t("a11y.open_account")}
      onPress={known && !user ? () => openAuth("login") : undefined}
      className="-mr-3 grid size-11 place-items-center transition-colors hover:text-champagne"
    >
      <AccountIcon size={22} />
    </Link>
  );
}
