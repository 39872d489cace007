import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { MenuCategory } from "#web/catalog/categories-context.ts";
import { AccountButton, CartButton, WishlistButton } from "./header-buttons.tsx";
import { MainNav } from "./main-nav.tsx";
import { PreferencesMenu } from "./preferences-menu.tsx";
import { SearchBox } from "#web/search/search-box.tsx";
import { Wordmark } from "./wordmark.tsx";

/** One row: navigation, logo, tools. Condensed it sits 12 px lower, in the part that stays visible. */
export function DesktopHeader({ categories }: { categories: readonly MenuCategory[] }) {
  const t = useTexts();
  return (
    <div className="hidden transition-transform group-data-condensed/header:translate-y-3 lg:block">
      <div className="page grid h-20 grid-cols-[1fr_auto_1fr] items-center gap-6">
        <MainNav categories={categories} label={t("a11y.main_nav")} />
        <Wordmark className="transition-transform group-data-condensed/header:scale-90" />
        <div className="flex items-center justify-end">
          <SearchBox className="mr-3 w-36 xl:w-52" />
          <PreferencesMenu />
          <WishlistButton />
          <CartButton />
          <AccountButton />
        </div>
      </div>
    </div>
  );
}
