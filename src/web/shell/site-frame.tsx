import type { ReactNode } from "react";
import type { Category } from "#contract/catalog.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Overlays } from "./overlays.tsx";

/** Every page but checkout: header, the page, footer, and what may lie over them. */
export function SiteFrame({ categories, children }: { categories: readonly Category[]; children: ReactNode }) {
  const t = useTexts();
  return (
    <>
      <a href="#content" className="skip-link">
        {t("a11y.skip_to_content")}
      </a>
      <Header categories={categories} />
      <main id="content" tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      <Footer />
      <Overlays />
    </>
  );
}
