import { LinkButton } from "#design/button.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

const suggestions = ["rings", "necklaces", "earrings", "bracelets"] as const;

/** For unknown paths, products and categories: a short text and links back in. */
export function NotFoundPage() {
  const t = useTexts();
  return (
    <div className="page flex flex-col items-center gap-4 py-24 text-center">
      <PageHead title={t("not_found.title")} hidden />
      <p className="eyebrow">404</p>
      <h1 className="text-3xl md:text-4xl">{t("not_found.title")}</h1>
      <p className="max-w-md text-balance text-taupe">{t("not_found.text")}</p>
      <div className="mt-4 flex w-full max-w-xs flex-col gap-3 sm:max-w-none sm:flex-row sm:flex-wrap sm:justify-center">
        {suggestions.map((slug) => (
          <LinkButton key={slug} look="secondary" to={`/products/category/${slug}`}>
            {t(`not_found.${slug}`)}
          </LinkButton>
        ))}
      </div>
      <LinkButton look="quiet" to="/">
        {t("not_found.home")}
      </LinkButton>
    </div>
  );
}
