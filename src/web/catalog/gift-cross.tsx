import type { Category } from "#contract/catalog.ts";
import { Link } from "#design/link.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { searchPath } from "#web/links/search-address.ts";
import { useCategories } from "./categories-context.ts";
import { isGift } from "./visible-categories.ts";

type NamedCategory = Pick<Category, "slug" | "name">;

/** A recipient and a price limit can be combined; two recipients cannot. */
const hasRecipient = ({ slug }: NamedCategory): boolean => slug.startsWith("gifts-for-");

/** The words that only one of two names has: `cho nàng` next to `Quà tặng dưới 500K`. */
function ownWords({ name }: NamedCategory, other: NamedCategory): string {
  const otherWords = new Set(name.toLowerCase().split(" "));
  return other.name
    .split(" ")
    .filter((word) => !otherWords.has(word.toLowerCase()))
    .join(" ");
}

/** Links from one gift category to its intersections with others: for her, and under a price. */
export function GiftIntersections({ category }: { category: NamedCategory }) {
  const t = useTexts();
  const categories = useCategories();
  if (!isGift(category)) return null;
  const others = categories.filter((other) => isGift(other) && hasRecipient(other) !== hasRecipient(category));
  if (others.length === 0) return null;
  return (
    <nav aria-label={t("listing.narrow")} className="mt-3 flex flex-wrap items-center gap-x-5 text-sm">
      <span aria-hidden="true" className="text-taupe">
        {t("listing.narrow")}
      </span>
      {others.map((other) => {
        const words = ownWords(category, other);
        // the search finds products that are in both
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
