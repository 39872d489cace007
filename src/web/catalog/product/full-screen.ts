import PhotoSwipe from "photoswipe";
import "photoswipe/style.css";
import "./full-screen.css";
import type { Picture } from "#contract/catalog.ts";
import { pictureSources } from "#web/design/picture.tsx";
import type { Translate } from "#web/i18n/translate.ts";

interface FullScreenOptions {
  pictures: readonly Picture[];
  index: number;
  t: Translate;
  /** another picture is shown */
  onChange: (index: number) => void;
  onClose: () => void;
}

/** The pictures over the whole screen: arrow keys and swipes change them, Escape leaves, the focus comes back. */
export function openFullScreen({ pictures, index, t, onChange, onClose }: FullScreenOptions): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const viewer = new PhotoSwipe({
    dataSource: pictures.map((picture) => ({
      src: picture.src,
      srcset: pictureSources(picture, "webp"),
      width: picture.width,
      height: picture.height,
      alt: picture.alt,
    })),
    index,
    bgOpacity: 1,
    mainClass: "full-screen",
    closeTitle: t("a11y.exit_fullscreen"),
    zoomTitle: t("product.zoom"),
    arrowPrevTitle: t("a11y.prev_image"),
    arrowNextTitle: t("a11y.next_image"),
    errorMsg: t("common.image_placeholder"),
    indexIndicatorSep: " / ",
    showHideAnimationType: still ? "none" : "fade",
    ...(still ? { zoomAnimationDuration: false } : {}),
  });
  viewer.on("change", () => onChange(viewer.currIndex));
  viewer.on("destroy", onClose);
  viewer.init();
}
