import { useQuery } from "@tanstack/react-query";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";
import { cardOf } from "#web/catalog/card.ts";
import { Slideshow } from "#web/catalog/slideshow.tsx";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

const count = 12;

/**
 * A category's purchasable products, without those under review. On failure nothing is shown: they are not essential.
 */
export function RecommendedItems({ category, without }: { category: string; without: readonly number[] }) {
  const t = useTexts();
  const lang = useLanguage();
  const query = useQuery({
    queryKey: ["recommended", lang, category],
    queryFn: () => unwrap(getApiClient().categoryList({ slug: category, per_page: count })),
  });
  const cards = (query.data?.products ?? []).filter(
    ({ id, stock_status }) => stock_status === "instock" && !without.includes(id),
  );
  if (cards.length === 0) return null;
  return (
    <div className="mt-20">
      <Slideshow title={t("product.recommended")} cards={cards.map(cardOf)} />
    </div>
  );
}
