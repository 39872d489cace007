import { LinkButton } from "#design/button.tsx";
import { HeartIcon } from "#design/icons.tsx";
import { EmptyState } from "#design/page-states.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** Empty state: how to add products, and where to find them. */
export function EmptyWishlist() {
  const t = useTexts();
  return (
    <EmptyState icon={<HeartIcon size={32} />} title={t("wishlist.empty")} text={t("wishlist.empty_hint")}>
      <LinkButton to="/products/category">{t("cart.empty_button")}</LinkButton>
    </EmptyState>
  );
}
