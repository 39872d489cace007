import type { ReactNode } from "react";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { StalePageNotice } from "./stale-page-notice.tsx";
import type { MenuCategory } from "#web/catalog/categories-context.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { Overlays } from "./overlays.tsx";
import { GlobalEffects } from "./global-effects.tsx";
import { loginAnchor, NoScriptNotice } from "#web/i18n/no-script-notice.tsx";
import { useFocusOnNavigation } from "#web/navigation/use-focus-on-navigation.ts";
import { WithWishlist } from "#web/wishlist/with-wishlist.tsx";

/** Frame of every page except checkout: header, page, footer, and overlays. */
export function SiteFrame({ categories, children }: { categories: readonly MenuCategory[]; children: ReactNode }) {
  const t = useTexts();
  useFocusOnNavigation();
  return (
    <WithWishlist>
      <a href="#content" className="skip-link">
        {t("a11y.skip_to_content")}
      </a>
      <NavigationProgress />
      <StalePageNotice />
      <Header categories={categories} />
      <main id="content" tabIndex={-1} className="min-h-[60vh] outline-none">
        <NoScriptNotice id={loginAnchor} className="page hidden py-4 target:block" />
        {children}
      </main>
      <Footer />
      <OfflineBanner />
      <Overlays />
      <GlobalEffects />
    </WithWishlist>
  );
}
