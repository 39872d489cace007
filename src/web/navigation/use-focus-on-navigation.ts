import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** After a link to another page the keyboard and the screen reader go on at the new content, as they do after a real page load. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname]);
}
