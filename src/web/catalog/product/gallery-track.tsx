import { useRef } from "react";
import type { Picture as PictureData } from "#contract/catalog.ts";
import { Picture, phoneWidth } from "#web/design/picture.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useSwipe } from "./use-swipe.ts";

const sizes = `(width >= 90rem) 760px, (width >= 64rem) 52vw, ${phoneWidth}`;

interface GalleryTrackProps {
  /** at least one; null if the product has no pictures */
  pictures: readonly (PictureData | null)[];
  index: number;
  /** a picture's accessible name */
  words: (index: number) => string;
  onTurn: (by: number) => void;
  onExpand: () => void;
}

/** The pictures in a row with one in view; it follows the finger, and a click opens it full screen. */
export function GalleryTrack({ pictures, index, words, onTurn, onExpand }: GalleryTrackProps) {
  const t = useTexts();
  const track = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(track, onTurn);
  return (
    <div {...swipe} className="gallery-track touch-pan-y cursor-zoom-in select-none" draggable={false}>
      <div
        ref={track}
        className="flex transition-transform duration-[320ms] data-dragged:transition-none"
        style={{ transform: `translateX(-${index * 100}%)` }}
      >
        {pictures.map((picture, at) => (
          <button
            key={picture?.src ?? "none"}
            type="button"
            onClick={onExpand}
            inert={at !== index}
            draggable={false}
            aria-label={`${t("product.zoom")}: ${words(at)}`}
            className="w-full shrink-0 cursor-zoom-in -outline-offset-2 [&_img]:pointer-events-none"
          >
            <Picture
              picture={picture}
              alt={words(at)}
              sizes={sizes}
              priority={at === 0}
              className="aspect-square w-full"
            />
          </button>
        ))}
      </div>
    </div>
  );
}
