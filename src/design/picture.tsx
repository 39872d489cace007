import { preload } from "react-dom";
import type { Picture as PictureData } from "#contract/catalog.ts";
import { classes } from "./class-names.ts";
import { useImageRetry } from "./use-image-retry.ts";

/**
 * `sizes` of a picture as wide as a phone, minus a little: a common 412-point phone has 721 or 1081.5 pixels and would
 * load the next larger file, with half as many bytes again.
 */
export const phoneWidth = "99.8vw";

const formats = ["avif", "webp"] as const;

/** The `srcset` of one format. */
export const srcSetOf = (picture: PictureData, format: (typeof formats)[number]): string => {
  const folder = picture.src.slice(0, picture.src.lastIndexOf("/"));
  return picture.widths.map((width) => `${folder}/${width}.${format} ${width}w`).join(", ");
};

/**
 * Preloads a picture of the first view before the fonts: React puts the preload at the top of the head.
 * @param media media query, if phones use another picture
 */
export const preloadPicture = (picture: PictureData, sizes: string, media?: string): void =>
  preload(picture.src, {
    as: "image",
    type: "image/avif",
    imageSrcSet: srcSetOf(picture, "avif"),
    imageSizes: sizes,
    fetchPriority: "high",
    ...(media ? { media } : {}),
  });

/**
 * The sources of a `<picture>` element, AVIF first.
 * @param media media query, if the element has other pictures for other screens
 */
export const PictureSources = ({ picture, sizes, media }: { picture: PictureData; sizes: string; media?: string }) =>
  formats.map((format) => (
    <source
      key={format}
      type={`image/${format}`}
      srcSet={srcSetOf(picture, format)}
      sizes={sizes}
      {...(media ? { media, width: picture.width, height: picture.height } : {})}
    />
  ));

/** The `<img>` of a `<picture>` that a page loads first. */
export const LeadImage = ({ picture, alt, className }: { picture: PictureData; alt: string; className?: string }) => (
  <img
    src={picture.src}
    alt={alt}
    width={picture.width}
    height={picture.height}
    fetchPriority="high"
    decoding="sync"
    className={classes("size-full object-cover", className)}
  />
);

/** Drawn, not loaded, so that it cannot fail. */
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
  /** displayed width, such as `(width >= 64rem) 25vw, 50vw` */
  sizes: string;
  /** the box: width and ratio, such as `aspect-4/5 w-full`; the picture fills it */
  className?: string;
  /** how the picture fills its box */
  fit?: "cover" | "contain";
  /** the largest picture of the first view: loaded first */
  priority?: boolean;
  /** "" if the picture only repeats the text next to it; defaults to the picture's own text */
  alt?: string;
}

/**
 * A picture in AVIF or WebP at the needed width, in a box with a fixed ratio. A failed picture is retried once and then
 * replaced by a placeholder.
 */
export function Picture({ picture, sizes, className = "", fit = "cover", priority = false, alt }: PictureProps) {
  const { now, fail } = useImageRetry();
  const words = alt ?? picture?.alt ?? "";
  const box = classes("block bg-sand", className);
  if (!picture || now === "offline" || now === "failed") return <Placeholder alt={words} className={box} />;
  if (priority) preloadPicture(picture, sizes);
  const check = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) fail(); // failed before hydration
  };
  return (
    // a new element for the retry: a browser does not reload a failed picture
    <picture key={now === "second" ? now : "first"} className={classes(box, "overflow-hidden")}>
      <PictureSources picture={picture} sizes={sizes} />
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
