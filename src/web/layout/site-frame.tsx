import type { ReactNode } from "react";
import type { MenuCategory } from "#web/catalog/categories-context.ts";
import { loginAnchor, NoScriptNotice } from "#web/i18n/no-script-notice.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { PageFrame } from "./page-frame.tsx";
import { StalePageNotice } from "./stale-page-notice.tsx";

/** Frame of every page except checkout. */
export function SiteFrame({ categories, children }: { categories: readonly MenuCategory[]; children: ReactNode }) {
  const header = (
    <>
      <StalePageNotice />
      <Header categories={categories} />
    </>
  );
  return (
    <PageFrame header={header} footer={<Footer />} className="min-h-[60vh]">
      <NoScriptNotice id={loginAnchor} className="page hidden py-4 target:block" />
      {children}
    </PageFrame>
  );
}
