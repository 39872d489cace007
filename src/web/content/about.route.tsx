import workbench from "virtual:site-picture/about-us.webp";
import craft from "virtual:site-picture/story-craft.webp";
import gift from "virtual:site-picture/story-gift.webp";
import lotus from "virtual:site-picture/story-lotus.webp";
import type { Picture as PictureData } from "#contract/catalog.ts";
import { page } from "#web/api/page.ts";
import { LinkButton } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { Picture } from "#design/picture.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Route } from "./+types/about.route.ts";
import { type AboutSection, aboutSections } from "./page-content.ts";

export const loader = async ({ context }: Route.LoaderArgs) => ({ sections: await aboutSections(page(context)) });

/** Sections with a picture; the others are text only. */
const pictures: Record<string, PictureData> = { craft, vietnam: lotus, promise: gift };

function Section({ section, turned }: { section: AboutSection; turned: boolean }) {
  const picture = pictures[section.id];
  const words = (
    <div className="max-w-xl space-y-4">
      <h2 className="text-2xl md:text-3xl">{section.title}</h2>
      {section.text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
  if (!picture) return <section id={section.id}>{words}</section>;
  return (
    <section id={section.id} className="grid items-center gap-8 md:grid-cols-2 md:gap-16">
      <Picture
        picture={picture}
        alt=""
        sizes="(width >= 48rem) 45vw, 100vw"
        className={classes("aspect-4/3 w-full", turned && "md:order-last")}
      />
      {words}
    </section>
  );
}

export default function About({ loaderData: { sections } }: Route.ComponentProps) {
  const t = useTexts();
  const plain = sections.filter(({ id }) => !(id in pictures));
  const illustrated = sections.filter(({ id }) => id in pictures);
  return (
    <>
      <PageHead title={t("about.title")} description={t("meta.about_description")} />
      <Picture
        picture={workbench}
        alt={t("about.banner_alt")}
        sizes="100vw"
        priority
        className="aspect-4/3 w-full md:aspect-21/9 md:max-h-[36rem]"
      />
      <div className="page">
        <header className="mx-auto max-w-3xl py-12 text-center md:py-20">
          <h1 className="text-3xl md:text-4xl">{t("about.title")}</h1>
          <p className="mt-4 text-lg text-balance text-taupe">{t("about.intro")}</p>
        </header>
        <div className="mb-14 grid gap-14 md:mb-24 md:grid-cols-2 md:gap-16">
          {plain.map((section) => (
            <Section key={section.id} section={section} turned={false} />
          ))}
        </div>
        <div className="space-y-14 md:space-y-24">
          {illustrated.map((section, index) => (
            <Section key={section.id} section={section} turned={index % 2 === 1} />
          ))}
        </div>
        <div className="mt-14 text-center md:mt-24">
          <LinkButton to="/products/category">{t("about.cta")}</LinkButton>
        </div>
      </div>
    </>
  );
}
