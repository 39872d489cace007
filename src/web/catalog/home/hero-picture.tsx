import desktop from "virtual:site-picture/hero-1.webp";
import mobile from "virtual:site-picture/hero-1-mobile.webp";
import type { Picture } from "#contract/catalog.ts";
import { pictureSources } from "#web/design/picture.tsx";

const wide = "(width >= 48rem)";
const narrow = "(width < 48rem)";
const versions: readonly { picture: Picture; media: string }[] = [
  { picture: desktop, media: wide },
  { picture: mobile, media: narrow },
];

/** The largest thing of the first view: another picture on a phone than on a desktop, and only the one that is shown is fetched. */
export function HeroPicture({ alt, className }: { alt: string; className: string }) {
  return (
    <>
      {versions.map(({ picture, media }) => (
        <link
          key={media}
          rel="preload"
          as="image"
          type="image/avif"
          imageSrcSet={pictureSources(picture, "avif")}
          imageSizes="100vw"
          media={media}
          fetchPriority="high"
        />
      ))}
      <picture className={className}>
        {versions.map(({ picture, media }) => (
          <source
            key={`avif ${media}`}
            type="image/avif"
            media={media}
            srcSet={pictureSources(picture, "avif")}
            sizes="100vw"
            width={picture.width}
            height={picture.height}
          />
        ))}
        {versions.map(({ picture, media }) => (
          <source
            key={`webp ${media}`}
            type="image/webp"
            media={media}
            srcSet={pictureSources(picture, "webp")}
            sizes="100vw"
            width={picture.width}
            height={picture.height}
          />
        ))}
        <img
          src={desktop.src}
          alt={alt}
          width={desktop.width}
          height={desktop.height}
          fetchPriority="high"
          decoding="sync"
          className="size-full object-cover"
        />
      </picture>
    </>
  );
}
