import { page, dataOrNull } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { LinkButton } from "#design/button.tsx";
import { JsonLd } from "#design/json-ld.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useCategories } from "./categories-context.ts";
import type { Route } from "./+types/home.route.ts";
import { cardOfProduct } from "./card.ts";
import { CategoryTiles } from "./home/category-tiles.tsx";
import { Hero } from "./home/hero.tsx";
import { ValueProps } from "./home/value-props.tsx";
import { siteData } from "./home/site-data.ts";
import { Stories } from "./home/stories.tsx";
import { ProductsFailed } from "./products-failed.tsx";
import { Slideshow } from "./slideshow.tsx";

const newest = { orderby: "date", order: "desc", per_page: 12, status: "publish", stock_status: "instock" } as const;

export async function loader({ context }: Route.LoaderArgs) {
  const products = dataOrNull(await page(context).store.products(newest));
  return { newIn: products?.map(cardOfProduct) ?? null, texts: await pageTexts(page(context), ["home"]) };
}

function Content({ newIn }: Pick<Route.ComponentProps["loaderData"], "newIn">) {
  const t = useTexts();
  const settings = useSettings();
  const categories = useCategories();
  return (
    <>
      <PageHead title={t("meta.home_title")} bare description={t("meta.home_description")} />
      <JsonLd data={siteData(t, settings)} />
      <Hero />
      <div className="space-y-16 pt-8 md:space-y-24 md:pt-20">
        <CategoryTiles categories={categories} />
        {newIn === null && <ProductsFailed />}
        {newIn !== null && newIn.length > 0 && (
          <div className="page min-[125rem]:max-w-none">
            <Slideshow
              title={t("home.new_title")}
              link={
                <LinkButton look="quiet" to="/products/category">
                  {t("common.view_all")}
                </LinkButton>
              }
              cards={newIn}
            />
          </div>
        )}
        <Stories />
        <ValueProps />
      </div>
    </>
  );
}

export default function Home({ loaderData: { newIn, texts } }: Route.ComponentProps) {
  return (
    <PageTexts texts={texts}>
      <Content newIn={newIn} />
    </PageTexts>
  );
}
