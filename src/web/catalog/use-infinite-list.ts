import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import type { ProductList } from "#contract/catalog.ts";
import type { StoreResult } from "#contract/client.ts";
import { type Card, cardOf } from "./card.ts";
import { type Failure, type LoadedPages, uniqueCards } from "./loaded-pages.ts";

/** 100 px before it comes into view; also if a jump to the end has passed it. */
const near = { rootMargin: "100000px 0px 100px 0px", threshold: 0.1 };

export interface InfiniteList {
  cards: readonly Card[];
  lastPage: number;
  totalPages: number;
  total: number;
  loading: boolean;
  /** the next page loads automatically: its space is reserved, so that nothing shifts */
  expected: boolean;
  failure: Failure | null;
  /** loads the next page on request and resets the count of automatic loads */
  loadMore: () => void;
  /** ref of the top of the next page's placeholder, which loads it when near */
  trigger: (element: HTMLElement | null) => (() => void) | undefined;
}

/** Keeps `page` in the address at the last loaded page, without a history entry or scrolling. */
function usePageInAddress(): (page: number) => void {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const location = useLocation();
  return (page) => {
    // do not cancel a navigation in progress
    if (navigation.state !== "idle") return;
    const search = new URLSearchParams(location.search);
    search.set("page", String(page));
    void navigate(
      { search: `?${search}`, hash: location.hash },
      { replace: true, preventScrollReset: true, state: location.state },
    );
  };
}

/** @returns the ref of the observed element */
function useInView(waiting: boolean, act: () => void): (element: HTMLElement | null) => (() => void) | undefined {
  const latest = useRef(act);
  // in a layout effect: on a slow phone the observer fires before an effect runs, and the previous page would be loaded
  // again
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback(
    (element) => {
      if (!waiting || !element) return;
      const observer = new IntersectionObserver((entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      }, near);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [waiting],
  );
}

/**
 * The pages of a list loaded with the page and those that follow, each loaded once.
 * @param loadPage one page, numbered from 1
 * @param maxAutoLoads automatic loads in a row; after them a button appears, so that the footer can be reached
 */
export function useInfiniteList(
  loadPage: (page: number) => Promise<StoreResult<ProductList>>,
  loaded: LoadedPages,
  maxAutoLoads: number,
): InfiniteList {
  const [pages, setPages] = useState(loaded);
  const [loading, setLoading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [automatic, setAutomatic] = useState(0);
  const inFlight = useRef(false);
  const report = usePageInAddress();
  const reportPage = useEffectEvent(report);

  const load = async () => {
    if (inFlight.current || pages.last >= pages.totalPages) return;
    inFlight.current = true;
    setLoading(true);
    setFailure(null);
    const page = pages.last + 1;
    const result = await loadPage(page);
    inFlight.current = false;
    setLoading(false);
    if (!result.ok) return setFailure(result);
    const { total, total_pages: totalPages } = result.data.pagination;
    const cards = uniqueCards([...pages.cards, ...result.data.products.map(cardOf)]);
    setPages({ ...pages, cards, last: page, total, totalPages });
  };

  const expected = failure === null && pages.last < pages.totalPages && (loading || automatic < maxAutoLoads);
  const setTrigger = useInView(expected && !loading, () => {
    setAutomatic((before) => before + 1);
    void load();
  });

  const first = useRef(loaded.last);
  useEffect(() => {
    if (pages.last !== first.current) reportPage(pages.last);
    first.current = pages.last;
  }, [pages.last]);

  return {
    cards: pages.cards,
    lastPage: pages.last,
    totalPages: pages.totalPages,
    total: pages.total,
    loading,
    expected,
    failure,
    loadMore: () => {
      setAutomatic(0);
      void load();
    },
    trigger: setTrigger,
  };
}
