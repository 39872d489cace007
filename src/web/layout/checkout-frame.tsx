import type { ReactNode } from "react";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { CheckoutFooter } from "./checkout-footer.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { Overlays } from "./overlays.tsx";
import { GlobalEffects } from "./global-effects.tsx";
import { useFocusOnNavigation } from "#web/navigation/use-focus-on-navigation.ts";
import { WithWishlist } from "#web/wishlist/with-wishlist.tsx";
import { Wordmark } from "./wordmark.tsx";

/** Checkout has no navigation except the logo; each page has its own back link, and cart and wishlist open over it. */
export function CheckoutFrame({ children }: { children: ReactNode }) {
  const t = useTexts();
  useFocusOnNavigation();
  return (
    <WithWishlist>
      <a href="#content" className="skip-link">
        {t("a11y.skip_to_content")}
      </a>
      <NavigationProgress />
      <header className="border-b border-line">
        <div className="page flex h-14 items-center justify-center lg:h-20">
          <Wordmark />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="min-h-[70vh] outline-none">
        {children}
      </main>
      <CheckoutFooter />
      <OfflineBanner />
      <Overlays />
      <GlobalEffects />
    </WithWishlist>
  );
}
