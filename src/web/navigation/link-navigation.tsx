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
    if (link.origin !== window.location.origin) return;
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
  const { pathname } = useLocation();
  const [ahead, setAhead] = useState<{ page: string; seenOn: string } | null>(null);
  useEffect(() => {
    let at: HTMLAnchorElement | null = null;
    let meant: ReturnType<typeof setTimeout> | undefined;
    const comeTo = (place: EventTarget | null) => {
      const link = linkAt(place, "data-ahead");
      if (link === at) return;
      at = link;
      clearTimeout(meant);
      setAhead(null);
      if (!link) return;
      const look = () =>
        navigator.onLine && setAhead({ page: link.pathname + link.search, seenOn: window.location.pathname });
      meant = setTimeout(look, meantMs);
    };
    const heard = new AbortController();
    const hear = <Type extends "pointerover" | "pointerout" | "focusin" | "focusout" | "click">(
      type: Type,
      listener: (event: DocumentEventMap[Type]) => void,
    ) => document.addEventListener(type, listener, { passive: true, signal: heard.signal });
    hear("pointerover", ({ target }) => comeTo(target));
    hear("pointerout", ({ relatedTarget }) => comeTo(relatedTarget));
    // a press focuses too, and what it leads to is on its way already
    hear("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) comeTo(target);
    });
    hear("focusout", ({ target }) => {
      if (linkAt(target, "data-ahead") === at) comeTo(null);
    });
    hear("click", () => clearTimeout(meant));
    return () => {
      clearTimeout(meant);
      heard.abort();
    };
  }, []);
  return ahead?.seenOn === pathname ? ahead.page : null;
}

/** What the shop's links do (design/link.tsx), for all of them. */
export function LinkNavigation() {
  useGoing();
  const page = usePageAhead();
  return page && <PrefetchPageLinks page={page} />;
}
