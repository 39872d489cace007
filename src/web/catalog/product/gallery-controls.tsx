import { IconButton } from "#design/button.tsx";
import { ChevronLeftIcon, ChevronRightIcon, ExpandIcon, PauseIcon, PlayIcon } from "#design/icons.tsx";
import type { Autoplay } from "#design/use-autoplay.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

const ground = "bg-ivory/80 hover:bg-ivory";
const arrow = `needs-scripts absolute! top-1/2 -translate-y-1/2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-[62rem]:hidden ${ground}`;

/** The picture's number, and arrows for a mouse. */
export function GalleryArrows({
  index,
  count,
  onTurn,
}: {
  index: number;
  count: number;
  onTurn: (by: number) => void;
}) {
  const t = useTexts();
  return (
    <>
      <IconButton label={t("a11y.prev_image")} onClick={() => onTurn(-1)} className={`left-3 ${arrow}`}>
        <ChevronLeftIcon />
      </IconButton>
      <IconButton label={t("a11y.next_image")} onClick={() => onTurn(1)} className={`right-3 ${arrow}`}>
        <ChevronRightIcon />
      </IconButton>
      <p className="needs-scripts tabular absolute bottom-3 left-1/2 -translate-x-1/2 bg-ivory/80 px-2 text-xs">
        <span className="sr-only">{t("product.image_of", { index: index + 1, total: count })}</span>
        <span aria-hidden="true">
          {index + 1} / {count}
        </span>
      </p>
    </>
  );
}

interface GalleryButtonsProps {
  autoplay: Pick<Autoplay<HTMLElement>, "moves" | "playing" | "toggle">;
  onExpand: () => void;
}

/** Pause, if autoplay is active, and full screen. */
export function GalleryButtons({ autoplay: { moves, playing, toggle }, onExpand }: GalleryButtonsProps) {
  const t = useTexts();
  return (
    <div className="needs-scripts absolute right-2 bottom-2 flex gap-1">
      {moves && (
        <IconButton label={t(playing ? "a11y.pause_gallery" : "a11y.play_gallery")} onClick={toggle} className={ground}>
          {playing ? <PauseIcon size={18} /> : <PlayIcon size={18} />}
        </IconButton>
      )}
      <IconButton label={t("a11y.fullscreen")} onClick={onExpand} className={ground}>
        <ExpandIcon size={18} />
      </IconButton>
    </div>
  );
}
