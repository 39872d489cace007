import { LinkButton } from "#design/button.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Card } from "../card.ts";
import { RecommendedProducts } from "../recommended-products.tsx";

/** The not-found page of a product that is no longer sold: products of its category in its place. */
export function WithdrawnProduct({ similar }: { similar: readonly Card[] }) {
  const t = useTexts();
  return (
    <div className="page py-16 md:py-24">
      <PageHead title={t("not_found.product")} hidden />
      <div className="mb-14 flex flex-col items-center gap-4 text-center">
        <p className="eyebrow">404</p>
        <h1 className="text-3xl text-balance md:text-4xl">{t("not_found.product")}</h1>
        <p className="max-w-md text-balance text-taupe">{t("not_found.product_text")}</p>
        <LinkButton look="secondary" to="/">
          {t("not_found.home")}
        </LinkButton>
      </div>
      <RecommendedProducts title={t("product.recommended")} cards={similar} />
    </div>
  );
}
