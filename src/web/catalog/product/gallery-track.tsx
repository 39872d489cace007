import { type ComponentProps, useRef } from "react";
import type { Picture as PictureData } from "#contract/catalog.ts";
import { Picture, phoneWidth } from "#design/picture.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useSwipe } from "./use-swipe.ts";

const sizes = `(width >= 90rem) 760px, (width >= 64rem) 52vw, ${phoneWidth}`;

interface PictureButtonProps extends Omit<ComponentProps<"button">, "name"> {
  /** null if the product has no pictures */
  picture: PictureData | null;
  /** the picture's accessible name */
  name: string;
  priority?: boolean;
}

/** A picture as wide as the column; a click opens it full screen. */
export function PictureButton({ picture, name, priority = false, className, ...rest }: PictureButtonProps) {
  const t = useTexts();
  return (
    <button
      {...rest}
      type="button"
      aria-label={`${t("product.zoom")}: ${name}`}
      className={`w-full cursor-zoom-in -outline-offset-2 ${className}`}
    >
      <Picture picture={picture} alt={name} sizes={sizes} priority={priority} className="aspect-square w-full" />
    </button>
  );
}

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
          <PictureButton
            key={picture?.src ?? "none"}
            picture={picture}
            name={words(at)}
            priority={at === 0}
            onClick={onExpand}
            inert={at !== index}
            draggable={false}
            className="shrink-0 [&_img]:pointer-events-none"
          />
        ))}
      </div>
    </div>
  );
}
