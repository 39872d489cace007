import { useEffect, useEffectEvent, useState } from "react";
import { createPath, PrefetchPageLinks, useLocation, useNavigate } from "react-router";
import { isForElsewhere } from "#web/design/link.tsx";

/** so long somebody stays at a link who may mean it */
const meantMs = 100;

const linkAt = (place: EventTarget | null, which: string): HTMLAnchorElement | null =>
  place instanceof Element ? place.closest<HTMLAnchorElement>(`a[${which}]`) : null;

const pathOf = ({ pathname, search, hash }: HTMLAnchorElement): string => pathname + search + hash;

/** Goes where a pressed link leads without loading the page anew, unless somebody wants it in another tab. */
function useGoing(): void {
  const navigate = useNavigate();
  const location = useLocation();
  const press = useEffectEvent((event: MouseEvent) => {
    const link = linkAt(event.target, "data-link");
    // what a link does instead has been done: React hears of it first
    if (!link || event.defaultPrevented || event.button !== 0 || isForElsewhere(event)) return;
    event.preventDefault();
    const path = pathOf(link);
    const { stays, from } = link.dataset;
    void navigate(path, {
      replace: path === createPath(location),
      preventScrollReset: stays !== undefined,
      state: from === undefined ? null : { from },
    });
  });
  useEffect(() => {
    const hear = (event: MouseEvent) => press(event);
    document.addEventListener("click", hear);
    return () => document.removeEventListener("click", hear);
  }, []);
}

/**
 * The page that somebody may go to next. Never without a connection: the router reloads the whole page when a part that it
 * fetches ahead cannot be had, and would leave the browser's error page.
 */
function usePageAhead(): string | null {
  const [page, setPage] = useState<string | null>(null);
  useEffect(() => {
    let at: HTMLAnchorElement | null = null;
    let meant: ReturnType<typeof setTimeout> | undefined;
    const comeTo = (place: EventTarget | null) => {
      const link = linkAt(place, "data-ahead");
      if (link === at) return;
      at = link;
      clearTimeout(meant);
      setPage(null);
      if (link) meant = setTimeout(() => navigator.onLine && setPage(link.pathname + link.search), meantMs);
    };
    const come = ({ target }: Event) => comeTo(target);
    const leave = ({ relatedTarget }: MouseEvent | FocusEvent) => comeTo(relatedTarget);
    document.addEventListener("pointerover", come, { passive: true });
    document.addEventListener("focusin", come);
    document.addEventListener("pointerout", leave, { passive: true });
    document.addEventListener("focusout", leave);
    return () => {
      clearTimeout(meant);
      document.removeEventListener("pointerover", come);
      document.removeEventListener("focusin", come);
      document.removeEventListener("pointerout", leave);
      document.removeEventListener("focusout", leave);
    };
  }, []);
  return page;
}

/** What the shop's links do (design/link.tsx), for all of them. */
export function LiveLinks() {
  useGoing();
  const page = usePageAhead();
  return page && <PrefetchPageLinks page={page} />;
}
