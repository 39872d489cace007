import desktop from "virtual:site-picture/hero-1.webp";
import mobile from "virtual:site-picture/hero-1-mobile.webp";
import type { Picture } from "#contract/catalog.ts";
import { LeadImage, phoneWidth, PictureSources, preloadPicture } from "#design/picture.tsx";

const wide = "(width >= 48rem)";
const narrow = "(width < 48rem)";
const versions: readonly { picture: Picture; media: string; sizes: string }[] = [
  { picture: desktop, media: wide, sizes: "100vw" },
  { picture: mobile, media: narrow, sizes: phoneWidth },
];

/**
 * The largest element of the first view: different pictures for phone and desktop, of which only the displayed one is
 * loaded.
 */
export function HeroPicture({ alt, className }: { alt: string; className: string }) {
  for (const { picture, sizes, media } of versions) preloadPicture(picture, sizes, media);
  return (
    <picture className={className}>
      {versions.map((version) => (
        <PictureSources key={version.media} {...version} />
      ))}
      <LeadImage picture={desktop} alt={alt} />
    </picture>
  );
}
