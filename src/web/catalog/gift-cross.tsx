import type { Category } from "#contract/catalog.ts";
import { Link } from "#web/design/link.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { searchPath } from "#web/links/search-address.ts";
import { useCategories } from "./categories-context.ts";
import { isGift } from "./visible-categories.ts";

type Named = Pick<Category, "slug" | "name">;

/** Whom a gift is for and what it may cost go together; two persons do not. */
const isForSomebody = ({ slug }: Named): boolean => slug.startsWith("gifts-for-");

/** What a name says that the other does not: `cho nàng` beside `Quà tặng dưới 500K`. */
function wordsBeside({ name }: Named, other: Named): string {
  const said = new Set(name.toLowerCase().split(" "));
  return other.name
    .split(" ")
    .filter((word) => !said.has(word.toLowerCase()))
    .join(" ");
}

/** From one gift category to what is in another one as well: for her, and under so much. */
export function GiftCross({ category }: { category: Named }) {
  const t = useTexts();
  const categories = useCategories();
  if (!isGift(category)) return null;
  const others = categories.filter((other) => isGift(other) && isForSomebody(other) !== isForSomebody(category));
  if (others.length === 0) return null;
  return (
    <nav aria-label={t("listing.narrow")} className="mt-3 flex flex-wrap items-center gap-x-5 text-sm">
      <span aria-hidden="true" className="text-taupe">
        {t("listing.narrow")}
      </span>
      {others.map((other) => {
        const words = wordsBeside(category, other);
        // the search finds what is filed under both
        const both = `${category.name} ${words}`;
        return (
          <Link
            key={other.slug}
            to={searchPath(both)}
            aria-label={`${category.name}: ${words}`}
            className="inline-flex min-h-11 items-center text-link"
          >
            {words}
          </Link>
        );
      })}
    </nav>
  );
}
