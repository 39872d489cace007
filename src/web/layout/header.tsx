import { Announcement } from "./announcement.tsx";
import type { MenuCategory } from "#web/catalog/categories-context.ts";
import { DesktopHeader } from "./desktop-header.tsx";
import { MobileHeader } from "./mobile-header.tsx";
import { useCondensed } from "./use-condensed.ts";

/**
 * The header of every shop page. It is 80 px high (56 on a phone), of which 56 stay visible while scrolling: it slides
 * up instead of shrinking, so that nothing on the page shifts.
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
