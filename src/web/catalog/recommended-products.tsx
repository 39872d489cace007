import { useEffect, useId, useRef, useState } from "react";
import { IconButton } from "#design/button.tsx";
import { ChevronLeftIcon, ChevronRightIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Card } from "./card.ts";
import { ProductCard } from "./product-card.tsx";

const perPage = 4;

const inPages = (cards: readonly Card[]): Card[][] =>
  Array.from({ length: Math.ceil(cards.length / perPage) }, (_, page) =>
    cards.slice(page * perPage, (page + 1) * perPage),
  );

/** The page in view, after a swipe or a click. */
function usePageInView(count: number) {
  const track = useRef<HTMLUListElement>(null);
  const [page, setPage] = useState(0);
  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const follow = () => setPage(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)));
    element.addEventListener("scroll", follow, { passive: true });
    return () => element.removeEventListener("scroll", follow);
  }, []);
  const turn = (by: number) => {
    const element = track.current;
    element?.scrollTo({ left: ((page + by + count) % count) * element.clientWidth });
  };
  return { track, page, turn };
}

/** Four products per page, changed by swipe or buttons. */
export function RecommendedProducts({ title, cards }: { title: string; cards: readonly Card[] }) {
  const t = useTexts();
  const headingId = useId();
  const pages = inPages(cards);
  const { track, page, turn } = usePageInView(pages.length);
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-5 flex items-end justify-between gap-4 md:mb-7">
        <h2 id={headingId} className="text-2xl md:text-3xl">
          {title}
        </h2>
        {pages.length > 1 && (
          <div className="needs-scripts -mr-3 flex items-center">
            <IconButton label={t("a11y.prev_slide")} onClick={() => turn(-1)}>
              <ChevronLeftIcon />
            </IconButton>
            <p className="tabular text-sm whitespace-nowrap" role="status">
              <span className="sr-only">{t("a11y.slide_of", { index: page + 1, total: pages.length })}</span>
              <span aria-hidden="true">
                {page + 1} / {pages.length}
              </span>
            </p>
            <IconButton label={t("a11y.next_slide")} onClick={() => turn(1)}>
              <ChevronRightIcon />
            </IconButton>
          </div>
        )}
      </div>
      <ul
        ref={track}
        className="scrollbar-none flex snap-x snap-mandatory scroll-smooth gap-3 overflow-x-auto overscroll-x-contain md:gap-5"
      >
        {pages.map((group, index) => (
          <li key={group[0]?.id} inert={index !== page} className="w-full shrink-0 snap-start">
            <ul className="grid grid-cols-2 gap-x-3 gap-y-8 md:grid-cols-4 md:gap-x-5">
              {group.map((card) => (
                <li key={card.id}>
                  <ProductCard card={card} level={3} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
