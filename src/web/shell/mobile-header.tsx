import { Link } from "react-router";
import { IconButton } from "#web/design/button.tsx";
import { MenuIcon, SearchIcon } from "#web/design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { CartButton } from "./header-buttons.tsx";
import { openPanel, usePanel } from "./panels.ts";
import { Wordmark } from "./wordmark.tsx";

/** Menu, wordmark, search, cart; everything else is in the menu. */
export function MobileHeader() {
  const t = useTexts();
  const panel = usePanel();
  return (
    <div className="page grid h-14 grid-cols-[1fr_auto_1fr] items-center lg:hidden">
      <IconButton
        label={t("a11y.open_menu")}
        aria-expanded={panel === "menu"}
        aria-haspopup="dialog"
        onClick={() => openPanel("menu")}
        className="-ml-3"
      >
        <MenuIcon size={22} />
      </IconButton>
      <Wordmark />
      <div className="-mr-3 flex justify-end">
        <Link
          to="/search"
          aria-label={t("a11y.open_search")}
          onClick={(event) => {
            event.preventDefault();
            openPanel("search");
          }}
          className="grid size-11 place-items-center transition-colors hover:text-champagne"
        >
          <SearchIcon size={22} />
        </Link>
        <CartButton />
      </div>
    </div>
  );
}
