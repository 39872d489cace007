import { useState } from "react";
import { useCategories } from "#web/catalog/categories-context.ts";
import { Button, LinkButton } from "#design/button.tsx";
import { SearchIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { categoryPath } from "#web/links/paths.ts";
import { searchPath } from "#web/links/search-address.ts";
import { clearRecentSearches, recentSearches } from "./recent-searches.ts";

const maxCategories = 8;

interface SearchEmptyStateProps {
  /** called after clearing, since the clicked button, which had the focus, is removed */
  onForgotten: () => void;
}

function OwnSearches({ onForgotten }: SearchEmptyStateProps) {
  const t = useTexts();
  const [keywords, setKeywords] = useState(recentSearches);
  if (keywords.length === 0) return null;
  const forget = () => {
    clearRecentSearches();
    setKeywords([]);
    onForgotten();
  };
  return (
    <section aria-labelledby="own-searches">
      <div className="flex items-center justify-between gap-4">
        <h3 id="own-searches" className="font-sans text-xs text-taupe">
          {t("search.own")}
        </h3>
        <Button look="quiet" size="small" className="-mr-2" onClick={forget}>
          {t("search.forget")}
        </Button>
      </div>
      <ul>
        {keywords.map((keyword) => (
          <li key={keyword}>
            <Link to={searchPath(keyword)} className="flex min-h-12 items-center gap-3 text-sm">
              <SearchIcon size={16} className="shrink-0 text-taupe" />
              <span className="min-w-0 truncate">{keyword}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown before anything is typed: recent searches and popular categories. */
export function SearchEmptyState({ onForgotten }: SearchEmptyStateProps) {
  const t = useTexts();
  const categories = useCategories().slice(0, maxCategories);
  return (
    <div className="space-y-6 py-5">
      <OwnSearches onForgotten={onForgotten} />
      <section aria-labelledby="often-searched">
        <h3 id="often-searched" className="font-sans text-xs text-taupe">
          {t("search.popular")}
        </h3>
        <div className="mt-3 flex flex-wrap gap-2">
          {categories.map(({ id, slug, name }) => (
            <LinkButton key={id} look="secondary" size="small" to={categoryPath(slug)}>
              {name}
            </LinkButton>
          ))}
        </div>
      </section>
    </div>
  );
}
