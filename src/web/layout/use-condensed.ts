import { type RefObject, useEffect, useRef, useState } from "react";

/** Whether the page is scrolled past the observed element, which is right above the header. */
export function useCondensed(): [condensed: boolean, watched: RefObject<HTMLDivElement | null>] {
  const watched = useRef<HTMLDivElement>(null);
  const [condensed, setCondensed] = useState(false);
  useEffect(() => {
    if (!watched.current) return;
    const observer = new IntersectionObserver(([entry]) => setCondensed(entry?.isIntersecting === false));
    observer.observe(watched.current);
    return () => observer.disconnect();
  }, []);
  return [condensed, watched];
}
