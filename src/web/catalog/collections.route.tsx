import banner from "virtual:site-picture/banner-collection.webp";
import { dataOrThrow, page } from "#web/api/page.ts";
import { LinkButton } from "#design/button.tsx";
import { EmptyState } from "#design/page-states.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Route } from "./+types/collections.route.ts";
import { cacheCategoryData } from "./category-cache.ts";
import { categoryCards } from "./category-cards.ts";
import { PageBanner } from "./page-banner.tsx";
import { categoryPath } from "#web/links/paths.ts";
import { ProductsFailed } from "./products-failed.tsx";
import { Slideshow } from "./slideshow.tsx";
import { visibleCategories } from "./visible-categories.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { store } = page(context);
  const categories = visibleCategories(dataOrThrow(await store.categories()));
  return {
    sections: await Promise.all(
      categories.map(async ({ id, slug, name }) => ({
        id,
        slug,
        name,
        cards: await categoryCards(store, { id, slug }),
      })),
    ),
  };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  cacheCategoryData(
    "collections",
    () => serverLoader(),
    ({ sections }) => sections.every(({ cards }) => cards !== null),
  );

export default function Collections({ loaderData: { sections } }: Route.ComponentProps) {
  const t = useTexts();
  const filled = sections.filter(({ cards }) => cards === null || cards.length > 0);
  return (
    <>
      <PageHead
        title={t("collections_page.title")}
        description={t("collections_page.banner_text")}
        image={banner.src}
      />
      <PageBanner
        picture={banner}
        alt={t("collections_page.banner_alt")}
        title={t("collections_page.banner_title")}
        text={t("collections_page.banner_text")}
      />
      <div className="page space-y-14 pt-10 min-[125rem]:max-w-none md:space-y-20 md:pt-16">
        {filled.length === 0 && <EmptyState title={t("categories_page.empty")} />}
        {filled.map(({ id, slug, name, cards }) =>
          cards ? (
            <Slideshow
              key={id}
              title={name}
              link={
                <LinkButton look="quiet" to={categoryPath(slug)} prefetch>
                  <span className="max-sm:hidden">{t("collections_page.view_category", { category: name })}</span>
                  <span aria-hidden="true" className="sm:hidden">
                    {t("common.view_all")}
                  </span>
                  <span className="sr-only sm:hidden">{t("collections_page.view_category", { category: name })}</span>
                </LinkButton>
              }
              cards={cards}
            />
          ) : (
            <section key={id}>
              <h2 className="text-2xl md:text-3xl">{name}</h2>
              <ProductsFailed />
            </section>
          ),
        )}
      </div>
    </>
  );
}
