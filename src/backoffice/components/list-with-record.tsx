import {
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { classes } from "#design/class-names.ts";
import { useMedia } from "#backoffice/device/use-media.ts";
import { Page, type PageProps } from "./page.tsx";

/** Whether the window is wide enough for a list with one of its records next to it. */
export const useWide = (): boolean => useMedia("(min-width: 1280px)");

/** A path with the page of the list in the address: of a record that is opened from it, and of the list that is returned to. */
export function usePathWithPage(path: string): string {
  const page = useSearchParams()[0].get("page");
  return page ? `${path}?page=${page}` : path;
}

/** The link of a list to one of its records; null if the list no longer has it. */
const linkTo = (list: HTMLElement, recordPath: string): HTMLElement | null =>
  [...list.querySelectorAll("a")].find(({ pathname }) => pathname.endsWith(recordPath)) ?? null;

/**
 * Keeps the place at which the window has scrolled the list. Next to a record the list scrolls itself, with the record's link in view, since
 * its rows then have other heights; smaller screens hide it. Once no record is open, the link of the last one has the focus.
 */
function useReturnToPlace(recordPath: string | null): RefObject<HTMLDivElement | null> {
  const isWide = useWide();
  const list = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  const last = useRef({ recordPath, scrollsItself: false });
  // a listener that is removed after the next frame would get the scrolling of the record that is opened
  useLayoutEffect(() => {
    const before = last.current;
    const scrollsItself = recordPath !== null && isWide;
    last.current = { recordPath, scrollsItself };
    const element = list.current;
    const path = recordPath ?? before.recordPath;
    if (!element || (recordPath !== null && !isWide)) return;
    const link = path === null ? null : linkTo(element, path);
    if (scrollsItself) {
      if (!before.scrollsItself) element.scrollTop = top.current;
      link?.scrollIntoView({ block: "nearest" });
      return;
    }
    if (path !== null) {
      const place = top.current;
      requestAnimationFrame(() => {
        scrollTo(0, place);
        link?.scrollIntoView({ block: "nearest" });
      });
      if (document.activeElement === document.body) link?.focus({ preventScroll: true });
    }
    const onScroll = () => {
      top.current = scrollY;
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, [recordPath, isWide]);
  return list;
}

/** Whether the screen is a record next to its list. */
export const NextToList = createContext(false);

/** The page of a record that opens next to its list on large screens. */
export const RecordPage = (props: PageProps) => <Page {...props} half={useContext(NextToList)} />;

interface ListWithRecordProps {
  /** of the list, as its page has it */
  title: string;
  /** the screen of the list */
  children: ReactNode;
  /** the screen of the open record, from `useOutlet` */
  record: ReactElement | null;
}

/**
 * A list with its open record: next to it on large screens, and in its place on all others. Both halves are positioned: what only screen
 * readers get is in them, instead of making the page as long as they are.
 */
export function ListWithRecord({ title, children, record }: ListWithRecordProps) {
  const isWide = useWide();
  const { pathname } = useLocation();
  const list = useReturnToPlace(record && pathname);
  const isClosed = record === null;
  // the record's title was that of the window
  useEffect(() => {
    if (isClosed) document.title = `${title} · Lianne`;
  }, [isClosed, title]);
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

interface ListRecordLinkProps {
  /** path of the record */
  to: string;
  /** whether it is the open record */
  isOpen: boolean;
  className: string;
  children: ReactNode;
}

/** Opens a record of a list, which stays at its page, and where the record opens next to it, at its place with this link in view. */
export const ListRecordLink = ({ to, isOpen, className, children }: ListRecordLinkProps) => (
  <Link
    to={usePathWithPage(to)}
    preventScrollReset={useWide()}
    aria-current={isOpen ? "true" : undefined}
    className={classes("hover:bg-sand/60", className, isOpen && "bg-sand/60")}
  >
    {children}
  </Link>
);
