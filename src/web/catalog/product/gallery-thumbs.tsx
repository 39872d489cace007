import type { Picture as PictureData } from "#contract/catalog.ts";
import { Picture } from "#design/picture.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

interface GalleryThumbsProps {
  pictures: readonly PictureData[];
  index: number;
  onPick: (index: number) => void;
}

/** Thumbnails below the picture. */
export function GalleryThumbs({ pictures, index, onPick }: GalleryThumbsProps) {
  const t = useTexts();
  return (
    <ul className="needs-scripts scrollbar-none flex gap-2 overflow-x-auto p-0.5 min-[62rem]:hidden">
      {pictures.map((picture, at) => (
        <li key={picture.src} className="shrink-0">
          <button
            type="button"
            onClick={() => onPick(at)}
            aria-label={t("a11y.show_image", { index: at + 1 })}
            aria-current={at === index}
            className="block border border-transparent transition-colors hover:border-edge aria-current:border-ink"
          >
            <Picture picture={picture} alt="" sizes="56px" className="size-14" />
          </button>
        </li>
      ))}
    </ul>
  );
}
