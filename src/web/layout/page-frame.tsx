import type { ReactNode } from "react";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useFocusOnNavigation } from "#web/navigation/use-focus-on-navigation.ts";
import { WithWishlist } from "#web/wishlist/with-wishlist.tsx";
import { GlobalEffects } from "./global-effects.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { Overlays } from "./overlays.tsx";

interface PageFrameProps {
  header: ReactNode;
  footer: ReactNode;
  /** the minimum height of the content */
  className: string;
  children: ReactNode;
}

/** What every page has: skip link, header, content, footer, and overlays. */
export function PageFrame({ header, footer, className, children }: PageFrameProps) {
  const t = useTexts();
  useFocusOnNavigation();
  return (
    <WithWishlist>
      <a href="#content" className="skip-link">
        {t("a11y.skip_to_content")}
      </a>
      <NavigationProgress />
      {header}
      <main id="content" tabIndex={-1} className={`${className} outline-none`}>
        {children}
      </main>
      {footer}
      <OfflineBanner />
      <Overlays />
      <GlobalEffects />
    </WithWishlist>
  );
}
