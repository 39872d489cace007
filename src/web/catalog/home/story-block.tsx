import type { Picture as PictureData } from "#contract/catalog.ts";
import { LinkButton } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { Picture } from "#design/picture.tsx";

interface StoryBlockProps {
  picture: PictureData;
  alt: string;
  title: string;
  text: string;
  button: string;
  to: string;
  /** picture on the right from tablets on */
  turned: boolean;
}

/** One half picture, one half text. */
export function StoryBlock({ picture, alt, title, text, button, to, turned }: StoryBlockProps) {
  return (
    <article className="grid items-center gap-6 md:grid-cols-2 md:gap-12 lg:gap-20">
      <Picture
        picture={picture}
        alt={alt}
        sizes="(width >= 90rem) 640px, (width >= 48rem) 46vw, 94vw"
        className={classes("aspect-4/3 w-full", turned && "md:order-2")}
      />
      <div className={classes("max-w-lg", turned && "md:order-1")}>
        <h2 className="text-2xl lg:text-3xl">{title}</h2>
        <p className="mt-3 text-taupe lg:mt-4">{text}</p>
        <LinkButton look="secondary" to={to} prefetch className="mt-6">
          {button}
        </LinkButton>
      </div>
    </article>
  );
}
