import { IconLink } from "#design/button.tsx";
import { MenuIcon, SearchIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { CartButton } from "./header-buttons.tsx";
import { openPanel, usePanel } from "#web/navigation/panels.ts";
import { Wordmark } from "./wordmark.tsx";

/** Menu, logo, search, cart; everything else is in the menu. */
export function MobileHeader() {
  const t = useTexts();
  const panel = usePanel();
  return (
    <div className="page grid h-14 grid-cols-[1fr_auto_1fr] items-center lg:hidden">
      <IconLink
        to="/menu"
        label={t("a11y.open_menu")}
        aria-expanded={panel === "menu"}
        aria-haspopup="dialog"
        onPress={() => openPanel("menu")}
        className="-ml-3"
      >
        <MenuIcon size={22} />
      </IconLink>
      <Wordmark />
      <div className="-mr-3 flex justify-end">
        <IconLink to="/search" label={t("a11y.open_search")} onPress={() => openPanel("search")}>
          <SearchIcon size={22} />
        </IconLink>
        <CartButton />
      </div>
    </div>
  );
}
