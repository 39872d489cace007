import { NavLink } from "#design/link.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { MenuCategory } from "#web/catalog/categories-context.ts";
import { CategoryMenu } from "./category-menu.tsx";

const link =
  "inline-flex min-h-11 items-center text-sm whitespace-nowrap transition-colors hover:text-champagne aria-[current=page]:text-champagne";

/** Jewelry and Gifts open their categories; the rest are plain links. */
export function MainNav({ categories, label }: { categories: readonly MenuCategory[]; label: string }) {
  const t = useTexts();
  return (
    <nav aria-label={label}>
      <ul className="flex items-center gap-5 xl:gap-8">
        <CategoryMenu
          title={t("nav.jewelry")}
          all={{ to: "/products/category", text: t("nav.all_jewelry") }}
          categories={categories.filter(({ kind }) => kind === "jewelry")}
        />
        <CategoryMenu
          title={t("nav.gifts")}
          all={{ to: "/gifts", text: t("nav.all_gifts") }}
          categories={categories.filter(({ kind }) => kind === "gift")}
        />
        <li>
          <NavLink to="/collections" className={link}>
            {t("nav.collections")}
          </NavLink>
        </li>
        <li className="hidden xl:block">
          <NavLink to="/about-us" className={link}>
            {t("nav.about")}
          </NavLink>
        </li>
      </ul>
    </nav>
  );
}
