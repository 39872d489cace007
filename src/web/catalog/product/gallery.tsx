import { useEffect, useEffectEvent, useState } from "react";
import type { Picture as PictureData } from "#contract/catalog.ts";
import { useAutoplay } from "#design/use-autoplay.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { closeOverlay, useOverlay } from "#web/navigation/overlay.ts";
import { GalleryArrows, GalleryButtons } from "./gallery-controls.tsx";
import { GalleryThumbs } from "./gallery-thumbs.tsx";
import { GalleryTrack, PictureButton } from "./gallery-track.tsx";

const everyMs = 4000;

const close = (): void => void closeOverlay();

function useFullScreen(pictures: readonly PictureData[], index: number, show: (index: number) => void) {
  const t = useTexts();
  const overlay = useOverlay();
  const start = useEffectEvent((openFullScreen: typeof import("./full-screen.ts").openFullScreen) =>
    openFullScreen({ pictures, index, t, onChange: show, onClose: close }),
  );
  useEffect(() => {
    if (!overlay.open) return;
    let wanted = true;
    let leave = () => {};
    import("./full-screen.ts").then((module) => {
      if (wanted) leave = start(module.openFullScreen);
    }, close); // offline: no full screen
    return () => {
      wanted = false;
      leave();
    };
  }, [overlay.open]);
  return { open: overlay.open, expand: overlay.show };
}

interface GalleryProps {
  pictures: readonly PictureData[];
  name: string;
}

/**
 * The product's pictures: by swipe or thumbnail, advancing every 4 s without interaction, and full screen. On a desktop
 * those after the first also stand below it, in place of the thumbnails.
 */
export function Gallery({ pictures, name }: GalleryProps) {
  const t = useTexts();
  const [index, setIndex] = useState(0);
  const count = Math.max(1, pictures.length);
  const turn = (by: number) => setIndex((at) => (at + by + count) % count);
  const { open, expand } = useFullScreen(pictures, index, setIndex);
  const autoplay = useAutoplay<HTMLDivElement>(() => turn(1), everyMs, !open && count > 1);
  const turnByHand = (by: number) => {
    autoplay.pause();
    turn(by);
  };
  const { ref, ...hold } = autoplay.hold;
  const words = (at: number) =>
    pictures[at]?.alt || `${name}, ${t("product.image_of", { index: at + 1, total: count })}`;
  return (
    <section {...hold} aria-label={t("product.gallery")} className="group grid grid-cols-[minmax(0,1fr)] gap-3">
      <div ref={ref} className="relative overflow-hidden max-md:portrait:-mx-(--gutter)">
        <GalleryTrack
          pictures={pictures.length > 0 ? pictures : [null]}
          index={index}
          words={words}
          onTurn={turnByHand}
          onExpand={expand}
        />
        {count > 1 && <GalleryArrows index={index} count={count} onTurn={turnByHand} />}
        <GalleryButtons autoplay={autoplay} onExpand={expand} />
      </div>
      {count > 1 && <GalleryThumbs pictures={pictures} index={index} onPick={(at) => turnByHand(at - index)} />}
      {pictures.slice(1).map((picture, at) => (
        <PictureButton
          key={picture.src}
          picture={picture}
          name={words(at + 1)}
          onClick={() => {
            setIndex(at + 1);
            expand();
          }}
          className="max-[62rem]:hidden"
        />
      ))}
    </section>
  );
}
