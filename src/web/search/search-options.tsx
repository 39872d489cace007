import type { ProductCard } from "#contract/catalog.ts";
import { productPath } from "#web/links/paths.ts";
import { Button } from "#design/button.tsx";
import { Link } from "#design/link.tsx";
import { Picture } from "#design/picture.tsx";
import { Skeleton, SkeletonText } from "#design/skeleton.tsx";
import { PriceTag } from "#web/i18n/price-tag.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { searchPath } from "#web/links/search-address.ts";
import { optionId } from "./option-id.ts";
import type { Suggestions } from "./use-suggestions.ts";

const row = "flex items-center gap-4 px-4 py-2 text-sm data-active:bg-sand hover:bg-sand";

interface SearchOptionsProps {
  listId: string;
  suggestions: Suggestions;
  /** index of the option focused by arrow keys; -1 for none */
  active: number;
  onRetry: () => void;
}

function Waiting() {
  return [0, 1, 2].map((line) => (
    <div key={line} className="flex items-center gap-4 px-4 py-2" aria-hidden="true">
      <Skeleton className="h-16 w-13" />
      <SkeletonText className="flex-1" />
    </div>
  ));
}

function ProductOption({ product, id, active }: { product: ProductCard; id: string; active: boolean }) {
  return (
    <Link
      role="option"
      tabIndex={-1}
      id={id}
      aria-selected={active}
      data-active={active || undefined}
      to={productPath(product)}
      className={row}
    >
      <Picture picture={product.images[0]} alt="" sizes="52px" className="h-16 w-13 shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2">{product.name}</span>
        <PriceTag price={product.price} regular={product.regular_price} badge />
      </span>
    </Link>
  );
}

/** The list below the search box: products and a link to all results, or why there are none. */
export default function SearchOptions({ listId, suggestions, active, onRetry }: SearchOptionsProps) {
  const t = useTexts();
  const { keyword, products, total, loading, failed, offline } = suggestions;
  const empty = !loading && !failed && products.length === 0;
  return (
    <>
      <p role="status" className={empty || failed || offline ? "px-4 py-3 text-sm" : "sr-only"}>
        {offline && t("offline.text")}
        {failed && !offline && t("search.error")}
        {empty && t("search.empty")}
        {!loading && products.length > 0 && t("search.results", { count: total })}
      </p>
      {empty && (
        <div className="px-4 pb-3 text-xs text-taupe">
          <p>{t("search.empty_hint")}</p>
          <Link to="/gifts" className="mt-1 inline-flex min-h-11 items-center text-sm text-ink text-link">
            {t("search.see_gifts")}
          </Link>
        </div>
      )}
      {failed && !offline && (
        <Button look="quiet" className="mx-2" onClick={onRetry}>
          {t("common.retry")}
        </Button>
      )}
      {loading && !offline && <Waiting />}
      <div role="listbox" id={listId} aria-label={t("search.suggestions")}>
        {products.map((product, index) => (
          <ProductOption key={product.id} product={product} id={optionId(listId, index)} active={active === index} />
        ))}
        {products.length > 0 && (
          <Link
            role="option"
            tabIndex={-1}
            id={optionId(listId, products.length)}
            aria-selected={active === products.length}
            data-active={active === products.length || undefined}
            to={searchPath(keyword)}
            className="flex min-h-12 items-center px-4 text-sm font-medium underline decoration-1 underline-offset-4 hover:bg-sand data-active:bg-sand"
          >
            {t("search.view_all", { keyword })}
          </Link>
        )}
      </div>
    </>
  );
}
