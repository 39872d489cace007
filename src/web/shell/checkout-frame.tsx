import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { Overlays } from "./overlays.tsx";

/** Checkout has nothing that leads away but the wordmark; each page brings its own way back. */
export function CheckoutFrame({ children }: { children: ReactNode }) {
  const t = useTexts();
  return (
    <>
      <a href="#content" className="skip-link">
        {t("a11y.skip_to_content")}
      </a>
      <header className="border-b border-line">
        <div className="page flex h-16 items-center justify-center md:h-20">
          <Link
            to="/"
            aria-label={t("a11y.logo")}
            className="font-display text-[1.75rem] leading-none tracking-[0.04em]"
          >
            Lianne
          </Link>
        </div>
      </header>
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="min-h-[70vh] outline-none">
        {children}
      </main>
      <Overlays />
    </>
  );
}
