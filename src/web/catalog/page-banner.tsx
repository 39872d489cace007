import type { Picture as PictureData } from "#contract/catalog.ts";
import { LeadImage, PictureSources, preloadPicture } from "#design/picture.tsx";

interface PageBannerProps {
  picture: PictureData;
  alt: string;
  title: string;
  text: string;
}

/** A wide picture with the page's title: below it on a phone, over its quiet left half from tablets on. */
export function PageBanner({ picture, alt, title, text }: PageBannerProps) {
  // a phone shows the right half of the picture at full height: about twice the screen's width
  const sizes = "(width >= 48rem) 100vw, 200vw";
  preloadPicture(picture, sizes);
  return (
    <section className="relative md:h-[min(37.5vw,30rem)]">
      <picture className="block aspect-4/3 w-full bg-sand md:absolute md:inset-0 md:aspect-auto md:size-full">
        <PictureSources picture={picture} sizes={sizes} />
        <LeadImage picture={picture} alt={alt} className="object-[78%_50%] md:object-center" />
      </picture>
      <div
        aria-hidden="true"
        className="absolute inset-y-0 left-0 w-3/5 bg-linear-to-r from-ivory/85 to-transparent max-md:hidden"
      />
      <div className="page relative flex flex-col pt-6 md:h-full md:justify-center md:pt-0">
        <h1 className="max-w-[14em] text-3xl lg:text-4xl">{title}</h1>
        <p className="mt-2 max-w-md text-sm md:mt-3 md:max-w-xs md:text-base lg:max-w-md">{text}</p>
      </div>
    </section>
  );
}
