import { type ReactNode, useId, useRef } from "react";
import { IconButton } from "#design/button.tsx";
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from "#design/icons.tsx";
import { useAutoplay } from "#design/use-autoplay.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Card } from "./card.ts";
import { ProductCard } from "./product-card.tsx";

const everyMs = 3000;
const slack = 4;
const slideSizes = "(width >= 2000px) 12vw, (width >= 90rem) 325px, (width >= 992px) 23vw, (width >= 48rem) 31vw, 46vw";
/**
 * 2 slides from 320 px, 3 from 768, 4 from 992 and 8 from 2000; the gaps are subtracted before the width is divided.
 */
const slide =
  "shrink-0 snap-start basis-[calc((100%-0.75rem)/2)] md:basis-[calc((100%-2*1.25rem)/3)] min-[62rem]:basis-[calc((100%-3*1.25rem)/4)] min-[125rem]:basis-[calc((100%-7*1.25rem)/8)]";

/** Moves by a number of slides and wraps around at either end. */
function move(track: HTMLElement | null, slides: number): void {
  const [first, second] = track?.children ?? [];
  if (!track || !(first instanceof HTMLElement) || !(second instanceof HTMLElement)) return;
  const max = track.scrollWidth - track.clientWidth;
  const target = track.scrollLeft + slides * (second.offsetLeft - first.offsetLeft);
  const atEnd = slides > 0 && track.scrollLeft >= max - slack;
  const atStart = slides < 0 && track.scrollLeft <= slack;
  track.scrollTo({ left: atEnd ? 0 : atStart ? max : target });
}

const slidesInView = (track: HTMLElement | null): number => {
  const first = track?.firstElementChild;
  return track && first ? Math.max(1, Math.round(track.clientWidth / first.clientWidth)) : 1;
};

interface SlideshowProps {
  title: ReactNode;
  /** next to the title */
  link?: ReactNode;
  cards: readonly Card[];
}

/** Products in a row: moved by swipe, scroll, buttons, and automatically every 3 s without interaction. */
export function Slideshow({ title, link, cards }: SlideshowProps) {
  const t = useTexts();
  const headingId = useId();
  const track = useRef<HTMLUListElement>(null);
  const autoplay = useAutoplay<HTMLDivElement>(() => move(track.current, 1), everyMs, cards.length > 2);
  const press = (direction: 1 | -1) => {
    autoplay.pause();
    move(track.current, direction * slidesInView(track.current));
  };
  return (
    <section aria-labelledby={headingId} aria-roledescription={t("a11y.slideshow")}>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 md:mb-7">
        <h2 id={headingId} className="text-2xl md:text-3xl">
          {title}
        </h2>
        <div className="-mr-2 ml-auto flex items-center gap-1">
          {link}
          <div className="needs-scripts flex md:ml-3">
            {autoplay.moves && (
              <IconButton
                label={t(autoplay.playing ? "a11y.pause_slideshow" : "a11y.play_slideshow")}
                onClick={autoplay.toggle}
              >
                {autoplay.playing ? <PauseIcon size={18} /> : <PlayIcon size={18} />}
              </IconButton>
            )}
            <IconButton label={t("a11y.prev_slide")} onClick={() => press(-1)} className="max-md:hidden">
              <ChevronLeftIcon />
            </IconButton>
            <IconButton label={t("a11y.next_slide")} onClick={() => press(1)} className="max-md:hidden">
              <ChevronRightIcon />
            </IconButton>
          </div>
        </div>
      </div>
      <div {...autoplay.hold} onTouchStart={autoplay.pause}>
        <ul
          ref={track}
          className="scrollbar-none relative flex snap-x snap-mandatory scroll-smooth gap-3 overflow-x-auto overscroll-x-contain md:gap-5"
        >
          {cards.map((card) => (
            <li key={card.id} className={slide}>
              <ProductCard card={card} sizes={slideSizes} level={3} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
