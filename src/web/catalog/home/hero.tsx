import { LinkButton } from "#design/button.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { HeroPicture } from "./hero-picture.tsx";

/** On a phone the text is below the picture; from tablets on it is over the quiet left half. */
export function Hero() {
  const t = useTexts();
  return (
    <section className="relative md:h-[min(50vw,46rem,82vh)] md:min-h-[26rem]">
      <HeroPicture
        alt={t("home.hero_alt")}
        className="block aspect-5/6 w-full bg-sand md:absolute md:inset-0 md:aspect-auto md:size-full"
      />
      <div
        aria-hidden="true"
        className="absolute inset-y-0 left-0 w-3/5 bg-linear-to-r from-ivory/75 to-transparent max-md:hidden"
      />
      <div className="page relative flex flex-col py-8 md:h-full md:justify-center">
        <p className="eyebrow md:text-ink">{t("home.hero_eyebrow")}</p>
        <h1 className="mt-2 max-w-[9.5em] text-3xl sm:text-4xl lg:mt-3 lg:text-5xl">{t("home.hero_title")}</h1>
        <p className="mt-3 max-w-sm text-sm text-balance md:text-base">{t("home.hero_text")}</p>
        <LinkButton to="/products/category" className="mt-6 md:mt-8 md:self-start" prefetch>
          {t("home.hero_button")}
        </LinkButton>
      </div>
    </section>
  );
}
