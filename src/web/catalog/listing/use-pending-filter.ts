import { useEffect, useRef } from "react";
import { useLocation, useNavigation, useNavigationType } from "react-router";
import { filterSearch, type ListingFilter, readFilter } from "#web/links/listing-filter.ts";

export const filterKey = (filter: ListingFilter): string => filterSearch(filter).toString();

/** The filter whose products are loading, or null. */
export function usePendingFilter(shown: ListingFilter): ListingFilter | null {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  if (state !== "loading" || location.pathname !== pathname) return null;
  const pending = readFilter(new URLSearchParams(location.search));
  return filterKey(pending) === filterKey(shown) ? null : pending;
}

/** A new sort or filter scrolls to the first products; Back restores the scroll position. */
export function useTopOnChange(filter: ListingFilter, pending: ListingFilter | null) {
  const top = useRef<HTMLDivElement>(null);
  const type = useNavigationType();
  const key = filterKey(pending ?? filter);
  const before = useRef(key);
  useEffect(() => {
    if (before.current === key) return;
    before.current = key;
    const box = top.current;
    if (pending === null && type === "POP") return;
    if (box && box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: "start", behavior: "instant" });
  }, [key, pending, type]);
  return top;
}
