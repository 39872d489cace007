import banner from "virtual:site-picture/banner-gifts.webp";
import { dataOrThrow, page } from "#web/api/page.ts";
import { EmptyState } from "#design/page-states.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Route } from "./+types/gifts.route.ts";
import { cacheCategoryData } from "./category-cache.ts";
import { CategoryTile } from "./category-tile.tsx";
import { PageBanner } from "./page-banner.tsx";
import { isGift, visibleCategories } from "./visible-categories.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { categories: visibleCategories(dataOrThrow(await page(context).store.categories())).filter(isGift) };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  cacheCategoryData("gifts", () => serverLoader());

export default function Gifts({ loaderData: { categories } }: Route.ComponentProps) {
  const t = useTexts();
  const filled = categories.filter(({ count }) => count > 0);
  return (
    <>
      <PageHead title={t("gifts_page.title")} description={t("gifts_page.text")} image={banner.src} />
      <PageBanner
        picture={banner}
        alt={t("gifts_page.banner_alt")}
        title={t("gifts_page.title")}
        text={t("gifts_page.text")}
      />
      <div className="page pt-10 md:pt-16">
        {filled.length === 0 && <EmptyState title={t("categories_page.empty")} />}
        <ul className="grid gap-x-5 gap-y-10 sm:grid-cols-2 md:grid-cols-3">
          {filled.map((category) => (
            <li key={category.id}>
              <CategoryTile
                category={category}
                sizes="(width >= 90rem) 440px, (width >= 48rem) 30vw, (width >= 40rem) 46vw, 94vw"
                note={category.description}
                level={2}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
