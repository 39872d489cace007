import { FooterLegal } from "./footer-legal.tsx";
import { CartButton, WishlistButton } from "./header-buttons.tsx";

/** Who sells and how it is paid; the bag and the wishlist open over the page, so that nothing typed is left behind. */
export function CheckoutFooter() {
  return (
    <footer className="mt-12 lg:mt-20">
      <div className="page pb-8">
        <div className="-mb-8 flex justify-center gap-4">
          <WishlistButton />
          <CartButton />
        </div>
        <FooterLegal />
      </div>
    </footer>
  );
}
