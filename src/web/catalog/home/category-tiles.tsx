import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { MenuCategory } from "../categories-context.ts";
import { CategoryTile } from "../category-tile.tsx";
import { isGift } from "../visible-categories.ts";

const maxTiles = 4;
const sizes = "(width >= 90rem) 325px, (width >= 64rem) 22vw, 46vw";

/** The first four jewelry categories: in two rows on a phone, in one on a desktop. */
export function CategoryTiles({ categories }: { categories: readonly MenuCategory[] }) {
  const t = useTexts();
  const tiles = categories.filter((category) => !isGift(category)).slice(0, maxTiles);
  if (tiles.length === 0) return null;
  return (
    <section className="page">
      <h2 className="sr-only">{t("home.tiles_title")}</h2>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-8 md:gap-x-5 lg:grid-cols-4">
        {tiles.map((category) => (
          <li key={category.id}>
            <CategoryTile category={category} sizes={sizes} />
          </li>
        ))}
      </ul>
    </section>
  );
}
