import { Link } from "react-router";
import type { Category } from "#contract/catalog.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

export function Header({ categories }: { categories: readonly Category[] }) {
  const t = useTexts();
  return (
    <header className="border-b border-line">
      <nav aria-label={t("a11y.main_nav")} className="page flex h-20 items-center gap-6">
        <Link to="/" className="font-display text-2xl">
          Lianne
        </Link>
        {categories.map(({ id, slug, name }) => (
          <Link key={id} to={`/products/category/${slug}`}>
            {name}
          </Link>
        ))}
      </nav>
    </header>
  );
}
