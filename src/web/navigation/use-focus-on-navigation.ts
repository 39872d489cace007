import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After client-side navigation, moves focus to the new content, as a real page load does for keyboard and screen
 * reader.
 */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname]);
}
