import { Announcement } from "./announcement.tsx";
import type { MenuCategory } from "#web/catalog/categories-context.ts";
import { DesktopHeader } from "./desktop-header.tsx";
import { MobileHeader } from "./mobile-header.tsx";
import { useCondensed } from "./use-condensed.ts";

/**
 * The header of every shop page. It takes 80 px of the page (56 on a phone) and, while scrolling, keeps 56 of them in view:
 * it slides up behind the edge instead of shrinking, so that nothing on the page moves.
 */
export function Header({ categories }: { categories: readonly MenuCategory[] }) {
  const [condensed, watched] = useCondensed();
  return (
    <>
      <Announcement />
      <div ref={watched} className="h-px -mb-px" aria-hidden="true" />
      <header
        data-condensed={condensed || undefined}
        className="group/header sticky top-0 z-30 border-b border-line bg-ivory lg:-top-6"
      >
        <DesktopHeader categories={categories} />
        <MobileHeader />
      </header>
    </>
  );
}
