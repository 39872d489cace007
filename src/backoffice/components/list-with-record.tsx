import { type ReactElement, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { classes } from "#design/class-names.ts";
import { NextToList } from "./page.tsx";
import { useWide } from "./use-wide.ts";

/** Where the list was left, to return to once no record is open: its place on smaller screens, which hide it, and its focused link. */
function useReturnToPlace(recordPath: string | null): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const top = useRef(0);
  const wasOpen = useRef(recordPath !== null);
  useEffect(() => {
    if (recordPath !== null) return;
    const onScroll = () => {
      top.current = scrollY;
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, [recordPath]);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (recordPath !== null && activeElement && list.current?.contains(activeElement)) opener.current = activeElement;
    if (wasOpen.current && recordPath === null) {
      const place = top.current;
      requestAnimationFrame(() => scrollTo(0, place));
      const link = opener.current;
      if (link instanceof HTMLElement && link.isConnected && activeElement === document.body)
        link.focus({ preventScroll: true });
    }
    wasOpen.current = recordPath !== null;
  }, [recordPath]);
  return list;
}

interface ListWithRecordProps {
  /** the screen of the list */
  children: ReactNode;
  /** the screen of the open record, from `useOutlet` */
  record: ReactElement | null;
}

/**
 * A list with its open record: next to it on large screens, and in its place on all others. Both halves are positioned: what only screen
 * readers get is in them, instead of making the page as long as they are.
 */
export function ListWithRecord({ children, record }: ListWithRecordProps) {
  const isWide = useWide();
  const { pathname } = useLocation();
  const list = useReturnToPlace(record && pathname);
  return (
    <div className={classes(record && "xl:grid xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]")}>
      <div
        ref={list}
        className={classes(
          record &&
            "hidden xl:relative xl:block xl:h-dvh xl:scroll-pb-(--action-bar) xl:overflow-y-auto xl:border-r xl:border-line",
        )}
      >
        {children}
      </div>
      {record && (
        <div key={pathname} className="xl:relative xl:h-dvh xl:overflow-y-auto">
          <NextToList value={isWide}>{record}</NextToList>
        </div>
      )}
    </div>
  );
}
