import { preload } from "react-dom";
import type { Picture as PictureData } from "#contract/catalog.ts";
import { classes } from "./class-names.ts";
import { useSecondTry } from "./use-image-retry.ts";

/**
 * `sizes` of a picture as wide as a phone, less a hair: the common one of 412 points has 721 or 1081.5 pixels, and would take
 * the next larger file for them, half as many bytes again.
 */
export const phoneWidth = "99.8vw";

/** The `srcset` of one format. */
export const pictureSources = (picture: PictureData, type: "avif" | "webp"): string => {
  const folder = picture.src.slice(0, picture.src.lastIndexOf("/"));
  return picture.widths.map((width) => `${folder}/${width}.${type} ${width}w`).join(", ");
};

/**
 * Asks for a picture of the first view before the letters: React puts what is asked for like this at the head of the page.
 * @param media where it is another one on a phone
 */
export const preloadPicture = (picture: PictureData, sizes: string, media?: string): void =>
  preload(picture.src, {
    as: "image",
    type: "image/avif",
    imageSrcSet: pictureSources(picture, "avif"),
    imageSizes: sizes,
    fetchPriority: "high",
    ...(media ? { media } : {}),
  });

/** Drawn, not loaded: it cannot fail as well. */
function Placeholder({ alt, className }: { alt: string; className: string }) {
  return (
    <svg
      role="img"
      aria-label={alt}
      aria-hidden={alt === "" || undefined}
      viewBox="0 0 80 100"
      preserveAspectRatio="xMidYMid slice"
      className={classes(className, "bg-sand text-edge")}
    >
      <g fill="none" stroke="currentColor" strokeWidth="1">
        <circle cx="40" cy="56" r="13" />
        <path d="m34 37 3-4h6l3 4-6 6.5-6-6.5Zm0 0h12" strokeLinejoin="round" />
      </g>
    </svg>
  );
}

interface PictureProps {
  picture: PictureData | null | undefined;
  /** how wide it is shown, as in `(width >= 64rem) 25vw, 50vw` */
  sizes: string;
  /** the box: width and ratio, such as `aspect-4/5 w-full`; the picture fills it */
  className?: string;
  /** how the picture fills its box */
  fit?: "cover" | "contain";
  /** the largest picture of the first view: fetched first */
  priority?: boolean;
  /** "" for a picture that only repeats the text beside it; the picture's own otherwise */
  alt?: string;
}

/**
 * A picture in AVIF or WebP at the width that is needed, in a box that is there before it. One that fails is asked for once
 * more, and becomes a placeholder if it fails again.
 */
export function Picture({ picture, sizes, className = "", fit = "cover", priority = false, alt }: PictureProps) {
  const { now, fail } = useSecondTry();
  const words = alt ?? picture?.alt ?? "";
  const box = classes("block bg-sand", className);
  if (!picture || now === "offline" || now === "failed") return <Placeholder alt={words} className={box} />;
  if (priority) preloadPicture(picture, sizes);
  const check = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) fail(); // failed before hydration
  };
  return (
    // anew for the second try: a browser does not ask again for what has failed
    <picture key={now === "second" ? now : "first"} className={classes(box, "overflow-hidden")}>
      <source type="image/avif" srcSet={pictureSources(picture, "avif")} sizes={sizes} />
      <source type="image/webp" srcSet={pictureSources(picture, "webp")} sizes={sizes} />
      <img
        ref={check}
        src={picture.src}
        alt={words}
        width={picture.width}
        height={picture.height}
        loading={priority ? "eager" : "lazy"}
        decoding={priority ? "sync" : "async"}
        fetchPriority={priority ? "high" : "auto"}
        onError={fail}
        className={classes(
          "size-full",
          fit === "cover" ? "object-cover" : "object-contain",
          now === "pausing" && "opacity-0",
        )}
      />
    </picture>
  );
}
