import { useCartTitle } from "#web/cart/use-cart-title.ts";
import { BagIcon, HeartIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { FooterLegal } from "./footer-legal.tsx";
import { CartLink } from "#web/navigation/cart-link.tsx";
import { openPanel } from "#web/navigation/panels.ts";

const entry = "inline-flex min-h-11 items-center gap-2 text-sm transition-colors hover:text-champagne";

/** Seller and payment methods; cart and wishlist open over the page, so that no input is lost. */
export function CheckoutFooter() {
  const t = useTexts();
  const cartTitle = useCartTitle();
  return (
    <footer className="mt-12 lg:mt-20">
      <div className="page pb-8">
        <div className="-mb-8 flex justify-center gap-8">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => openPanel("wishlist")}
            className={`needs-scripts ${entry}`}
          >
            <HeartIcon size={18} />
            {t("wishlist.title")}
          </button>
          <CartLink className={entry}>
            <BagIcon size={18} />
            {cartTitle}
          </CartLink>
        </div>
        <FooterLegal />
      </div>
    </footer>
  );
}
