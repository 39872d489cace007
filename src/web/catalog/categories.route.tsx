import { dataOrThrow, page } from "#web/api/page.ts";
import { EmptyState } from "#design/page-states.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Route } from "./+types/categories.route.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { cacheCategoryData } from "./category-cache.ts";
import { CategoryTile } from "./category-tile.tsx";
import { isGift, visibleCategories } from "./visible-categories.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const categories = visibleCategories(dataOrThrow(await page(context).store.categories()));
  return { categories: categories.filter((category) => !isGift(category)) };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  cacheCategoryData("jewelry", () => serverLoader());

export default function Categories({ loaderData: { categories } }: Route.ComponentProps) {
  const t = useTexts();
  const title = t("categories_page.title");
  return (
    <div className="page pt-5 md:pt-6">
      <PageHead title={title} description={t("categories_page.text")} />
      <Breadcrumbs trail={[{ name: title, path: "/products/category" }]} />
      <h1 className="mt-6 text-3xl md:mt-10 md:text-4xl">{title}</h1>
      <p className="mt-2 max-w-xl text-taupe">{t("categories_page.text")}</p>
      {categories.length === 0 && <EmptyState title={t("categories_page.empty")} />}
      <ul className="mt-8 grid grid-cols-2 gap-x-3 gap-y-8 md:mt-12 md:gap-x-5 lg:grid-cols-4">
        {categories.map((category, index) => (
          <li key={category.id}>
            <CategoryTile
              category={category}
              sizes="(width >= 90rem) 325px, (width >= 64rem) 22vw, 46vw"
              note={t("categories_page.count", { count: category.count })}
              priority={index < 2}
              level={2}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
