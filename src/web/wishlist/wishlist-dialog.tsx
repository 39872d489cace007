import { Link } from "react-router";
import type { WishlistItem } from "#contract/wishlist.ts";
import { useSession } from "#web/api/session.ts";
import { useWishlist } from "#web/api/wishlist.ts";
import { productPath } from "#web/catalog/paths.ts";
import { Button, IconButton, LinkButton } from "#web/design/button.tsx";
import { Drawer } from "#web/design/dialog.tsx";
import { HeartIcon, TrashIcon } from "#web/design/icons.tsx";
import { EmptyState, ErrorState } from "#web/design/page-states.tsx";
import { Picture } from "#web/design/picture.tsx";
import { Skeleton } from "#web/design/skeleton.tsx";
import { PriceTag } from "#web/i18n/price-tag.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/shell/auth-modal.ts";
import { closePanel } from "#web/shell/panels.ts";
import { useWishlistToggle } from "./wishlist-toggle.ts";

function Item({ item }: { item: WishlistItem }) {
  const t = useTexts();
  const { toggle } = useWishlistToggle();
  return (
    <li className="flex gap-4 py-5">
      <Link to={productPath(item)} onClick={closePanel} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <Picture picture={item.picture} sizes="5rem" alt="" className="aspect-4/5 w-20" />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col gap-1 text-sm">
        <Link to={productPath(item)} onClick={closePanel} className="leading-snug hover:text-champagne">
          {item.name}
        </Link>
        <PriceTag price={item.price} regular={item.regular_price} />
        {item.stock_status === "outofstock" && <p className="text-xs text-danger">{t("card.sold_out")}</p>}
      </div>
      <IconButton
        label={`${t("wishlist.remove")}: ${item.name}`}
        onClick={() => void toggle(item.id)}
        className="-mt-2 -mr-2 text-taupe"
      >
        <TrashIcon size={18} />
      </IconButton>
    </li>
  );
}

function Content() {
  const t = useTexts();
  const { user, known } = useSession();
  const { products, loading, failure, retry } = useWishlist();
  if (known && !user) {
    return (
      <EmptyState icon={<HeartIcon size={32} />} title={t("wishlist.empty")} text={t("wishlist.login_required")}>
        <Button
          onClick={() => {
            closePanel();
            openAuth("login");
          }}
        >
          {t("header.login")}
        </Button>
      </EmptyState>
    );
  }
  if (failure) return <ErrorState title={t("wishlist.load_error")} retryLabel={t("common.retry")} onRetry={retry} />;
  if (!known || loading) return <Skeleton className="h-28 w-full" />;
  if (products.length === 0) {
    return (
      <EmptyState icon={<HeartIcon size={32} />} title={t("wishlist.empty")} text={t("wishlist.empty_hint")}>
        <LinkButton to="/products/category" onClick={closePanel}>
          {t("cart.empty_button")}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {products.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </ul>
  );
}

/** What the shopper keeps for later; a visitor is invited to log in. */
export default function WishlistDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  return (
    <Drawer open={open} onClose={onClose} title={t("wishlist.title")} closeLabel={t("common.close")}>
      <Content />
    </Drawer>
  );
}
