import { useEffect, useState } from "react";
import { IconButton } from "#design/button.tsx";
import { CloseIcon, SearchIcon } from "#design/icons.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import type { OrderListView } from "./list-query.ts";

/** A pause of typing, after which the search starts. */
const pauseMs = 300;

/** The one search field. What is typed is part of the address. */
export function ListSearch({ list }: { list: OrderListView }) {
  const t = useTexts();
  const [typed, setTyped] = useState(list.search);
  const [address, setAddress] = useState(list.search);
  // Back, or another view, changed the address
  if (address !== list.search) {
    setAddress(list.search);
    setTyped(list.search);
  }
  const { change, search } = list;
  useEffect(() => {
    const text = typed.trim();
    if (text === search) return;
    const timer = setTimeout(() => change({ search: text }, { replace: search !== "" }), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, search, change]);
  return (
    <search className="relative block">
      <SearchIcon size={20} className="pointer-events-none absolute top-3.5 left-3 text-taupe" />
      <input
        type="search"
        aria-label={t("orders.search")}
        placeholder={t("orders.search_hint")}
        value={typed}
        autoCapitalize="none"
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setTyped(event.target.value)}
        className="h-12 w-full rounded-xs border border-edge bg-white pr-12 pl-10 text-base placeholder:text-taupe/80 hover:border-ink [&::-webkit-search-cancel-button]:hidden"
      />
      {typed !== "" && (
        <span className="absolute inset-y-0 right-0">
          <IconButton label={t("orders.clear_search")} onClick={() => setTyped("")} className="size-12">
            <CloseIcon size={18} />
          </IconButton>
        </span>
      )}
    </search>
  );
}
