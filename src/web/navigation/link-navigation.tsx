import { useEffect, useEffectEvent, useState } from "react";
import { createPath, PrefetchPageLinks, useLocation } from "react-router";
import { opensElsewhere } from "#design/link.tsx";
import { useGo } from "./overlay.ts";

/** how long a link is hovered or focused before its page is prefetched */
const hoverDelayMs = 100;

const linkAt = (target: EventTarget | null, attribute: string): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>(`a[${attribute}]`) : null;

const pathOf = ({ pathname, search, hash }: HTMLAnchorElement): string => pathname + search + hash;

/** Navigates on link clicks without a page load, unless the user wants another tab. */
function useLinkClicks(): void {
  const go = useGo();
  const location = useLocation();
  const press = useEffectEvent((event: MouseEvent) => {
    const link = linkAt(event.target, "data-link");
    // a link's own click handler in React runs before this one
    if (!link || event.defaultPrevented || event.button !== 0 || opensElsewhere(event)) return;
    if (link.origin !== window.location.origin) return;
    event.preventDefault();
    const path = pathOf(link);
    const { stays, from } = link.dataset;
    void go(path, {
      replace: path === createPath(location),
      preventScrollReset: stays !== undefined,
      state: from === undefined ? null : { from },
    });
  });
  useEffect(() => {
    const listen = (event: MouseEvent) => press(event);
    document.addEventListener("click", listen);
    return () => document.removeEventListener("click", listen);
  }, []);
}

/**
 * The page to prefetch. None while offline: the router reloads the whole page if a prefetched module fails to load, and
 * the user would end on the browser's error page.
 */
function usePrefetchTarget(): string | null {
  const { pathname } = useLocation();
  const [target, setTarget] = useState<{ page: string; from: string } | null>(null);
  useEffect(() => {
    let current: HTMLAnchorElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enter = (target: EventTarget | null) => {
      const link = linkAt(target, "data-ahead");
      if (link === current) return;
      current = link;
      clearTimeout(timer);
      setTarget(null);
      if (!link) return;
      const prefetch = () =>
        navigator.onLine && setTarget({ page: link.pathname + link.search, from: window.location.pathname });
      timer = setTimeout(prefetch, hoverDelayMs);
    };
    const listeners = new AbortController();
    const listen = <Type extends "pointerover" | "pointerout" | "focusin" | "focusout" | "click">(
      type: Type,
      listener: (event: DocumentEventMap[Type]) => void,
    ) => document.addEventListener(type, listener, { passive: true, signal: listeners.signal });
    listen("pointerover", ({ target }) => enter(target));
    listen("pointerout", ({ relatedTarget }) => enter(relatedTarget));
    // a click focuses too, but its page is already loading
    listen("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) enter(target);
    });
    listen("focusout", ({ target }) => {
      if (linkAt(target, "data-ahead") === current) enter(null);
    });
    listen("click", () => clearTimeout(timer));
    return () => {
      clearTimeout(timer);
      listeners.abort();
    };
  }, []);
  return target?.from === pathname ? target.page : null;
}

/** Navigation and prefetching for all of the shop's links (design/link.tsx). */
export function LinkNavigation() {
  useLinkClicks();
  const page = usePrefetchTarget();
  return page && <PrefetchPageLinks page={page} />;
}
