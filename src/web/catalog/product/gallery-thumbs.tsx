import type { Picture as PictureData } from "#contract/catalog.ts";
import { Picture } from "#web/design/picture.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

interface GalleryThumbsProps {
  pictures: readonly PictureData[];
  index: number;
  onPick: (index: number) => void;
}

/** Thumbnails, next to the picture on a desktop, below it on a phone. */
export function GalleryThumbs({ pictures, index, onPick }: GalleryThumbsProps) {
  const t = useTexts();
  return (
    <ul className="needs-scripts scrollbar-none order-2 flex gap-2 overflow-x-auto p-0.5 lg:order-1 lg:flex-col lg:gap-3 lg:overflow-visible lg:p-0">
      {pictures.map((picture, at) => (
        <li key={picture.src} className="shrink-0">
          <button
            type="button"
            onClick={() => onPick(at)}
            aria-label={t("a11y.show_image", { index: at + 1 })}
            aria-current={at === index}
            className="block border border-transparent transition-colors hover:border-edge aria-current:border-ink"
          >
            <Picture picture={picture} alt="" sizes="72px" className="size-14 lg:aspect-square lg:h-auto lg:w-full" />
          </button>
        </li>
      ))}
    </ul>
  );
}
