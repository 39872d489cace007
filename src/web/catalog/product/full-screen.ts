import PhotoSwipe from "photoswipe";
import "photoswipe/style.css";
import "./full-screen.css";
import type { Picture } from "#contract/catalog.ts";
import { srcSetOf } from "#design/picture.tsx";
import type { Translate } from "#web/i18n/translate.ts";

/** Icons in the shop's stroke width, on its 24 px grid. */
const icon = (path: string, more = "") =>
  `<svg aria-hidden="true" class="pswp__icn" viewBox="0 0 24 24" width="24" height="24"><path d="${path}"/>${more}</svg>`;
const icons = {
  closeSVG: icon("m5.5 5.5 13 13m0-13-13 13"),
  zoomSVG: icon(
    "M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Zm-1.9 4.6 5.4 5.4M7.5 10.5h6",
    '<path class="pswp__zoom-icn-bar-v" d="M10.5 7.5v6"/>',
  ),
  arrowPrevSVG: icon("m14.5 6-6 6 6 6"),
  arrowNextSVG: icon("m9.5 6 6 6-6 6"),
};

interface FullScreenOptions {
  pictures: readonly Picture[];
  index: number;
  t: Translate;
  /** called when another picture is shown */
  onChange: (index: number) => void;
  onClose: () => void;
}

/**
 * A full-screen viewer: arrow keys and swipes change the picture, Escape closes, the focus is restored.
 * @returns closes it
 */
export function openFullScreen({ pictures, index, t, onChange, onClose }: FullScreenOptions): () => void {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const viewer = new PhotoSwipe({
    dataSource: pictures.map((picture) => ({
      src: picture.src,
      srcset: srcSetOf(picture, "webp"),
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
    ...icons,
    showHideAnimationType: still ? "none" : "fade",
    ...(still ? { zoomAnimationDuration: false } : {}),
  });
  // an early key press would leave the visible picture hidden from screen readers
  const updateAriaHidden = () => {
    for (const { el, slide } of viewer.mainScroll.itemHolders)
      el.setAttribute("aria-hidden", String(slide !== viewer.currSlide));
  };
  viewer.on("change", () => {
    updateAriaHidden();
    onChange(viewer.currIndex);
  });
  viewer.on("openingAnimationEnd", updateAriaHidden);
  viewer.on("close", onClose);
  viewer.init();
  viewer.element?.setAttribute("aria-label", t("product.gallery"));
  return () => {
    // while it opens, the viewer ignores a request to close
    if (viewer.opener.isOpen) viewer.close();
    else viewer.on("openingAnimationEnd", () => viewer.close());
  };
}
