import { useRef, useState } from "react";
import type { Picture as PictureData } from "#contract/catalog.ts";
import { IconButton } from "#web/design/button.tsx";
import { ChevronLeftIcon, ChevronRightIcon, ExpandIcon, PauseIcon, PlayIcon } from "#web/design/icons.tsx";
import { Picture } from "#web/design/picture.tsx";
import { useAutoplay } from "#web/design/use-autoplay.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { GalleryThumbs } from "./gallery-thumbs.tsx";
import { useSwipe } from "./use-swipe.ts";

const everyMs = 4000;
const sizes = "(width >= 90rem) 760px, (width >= 64rem) 52vw, 100vw";
const control = "bg-ivory/80 hover:bg-ivory";

function useFullScreen(pictures: readonly PictureData[], index: number, show: (index: number) => void) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const expand = async () => {
    setOpen(true);
    try {
      const { openFullScreen } = await import("./full-screen.ts");
      openFullScreen({ pictures, index, t, onChange: show, onClose: () => setOpen(false) });
    } catch {
      setOpen(false); // offline: the picture stays as large as it is
    }
  };
  return { open, expand };
}

interface GalleryProps {
  pictures: readonly PictureData[];
  name: string;
}

/** The product's pictures: swiped, chosen by thumbnail, moving on every 4 s while nobody looks closer, and full screen. */
export function Gallery({ pictures, name }: GalleryProps) {
  const t = useTexts();
  const [index, setIndex] = useState(0);
  const track = useRef<HTMLDivElement>(null);
  const count = Math.max(1, pictures.length);
  const turn = (by: number) => setIndex((at) => (at + by + count) % count);
  const { open, expand } = useFullScreen(pictures, index, setIndex);
  const autoplay = useAutoplay<HTMLElement>(() => turn(1), everyMs, !open && count > 1);
  const takeOver = (by: number) => {
    autoplay.pause();
    turn(by);
  };
  const swipe = useSwipe(track, takeOver);
  const words = (at: number) =>
    pictures[at]?.alt || `${name}, ${t("product.image_of", { index: at + 1, total: count })}`;

  return (
    <section
      {...autoplay.hold}
      aria-label={t("product.gallery")}
      className="group grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[4.5rem_minmax(0,1fr)] lg:gap-5"
    >
      {count > 1 && <GalleryThumbs pictures={pictures} index={index} onPick={(at) => takeOver(at - index)} />}
      <div className="relative order-1 overflow-hidden max-lg:-mx-(--gutter) lg:order-2">
        <div {...swipe} className="touch-pan-y cursor-zoom-in select-none" draggable={false}>
          <div
            ref={track}
            className="flex transition-transform duration-[320ms] data-dragged:transition-none"
            style={{ transform: `translateX(-${index * 100}%)` }}
          >
            {(pictures.length > 0 ? pictures : [null]).map((picture, at) => (
              <button
                key={picture?.src ?? "none"}
                type="button"
                onClick={expand}
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
        {count > 1 && (
          <>
            <IconButton
              label={t("a11y.prev_image")}
              onClick={() => takeOver(-1)}
              className={`absolute! top-1/2 left-3 -translate-y-1/2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-lg:hidden ${control}`}
            >
              <ChevronLeftIcon />
            </IconButton>
            <IconButton
              label={t("a11y.next_image")}
              onClick={() => takeOver(1)}
              className={`absolute! top-1/2 right-3 -translate-y-1/2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-lg:hidden ${control}`}
            >
              <ChevronRightIcon />
            </IconButton>
            <p className="tabular absolute bottom-3 left-1/2 -translate-x-1/2 bg-ivory/80 px-2 text-xs lg:hidden">
              <span className="sr-only">{t("product.image_of", { index: index + 1, total: count })}</span>
              <span aria-hidden="true">
                {index + 1} / {count}
              </span>
            </p>
          </>
        )}
        <div className="absolute right-2 bottom-2 flex gap-1">
          {autoplay.moves && (
            <IconButton
              label={t(autoplay.playing ? "a11y.pause_gallery" : "a11y.play_gallery")}
              onClick={autoplay.toggle}
              className={control}
            >
              {autoplay.playing ? <PauseIcon size={18} /> : <PlayIcon size={18} />}
            </IconButton>
          )}
          <IconButton label={t("a11y.fullscreen")} onClick={expand} className={control}>
            <ExpandIcon size={18} />
          </IconButton>
        </div>
      </div>
    </section>
  );
}
