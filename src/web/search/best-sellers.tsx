import { useQuery } from "@tanstack/react-query";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";
import { cardOfProduct } from "#web/catalog/card.ts";
import { RecommendedProducts } from "#web/catalog/recommended-products.tsx";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

const query = { status: "publish", stock_status: "instock", orderby: "popularity", per_page: 4 } as const;

/** What sells best, below a search without products. Until it is loaded, and on failure, nothing is shown: it is not essential. */
export function BestSellers() {
  const t = useTexts();
  const lang = useLanguage();
  const { data } = useQuery({
    queryKey: ["best-sellers", lang],
    queryFn: () => unwrap(getApiClient().products(query)),
  });
  if (!data) return null;
  return (
    <div className="mt-16">
      <RecommendedProducts title={t("search.best_sellers")} cards={data.map(cardOfProduct)} />
    </div>
  );
}
