import { isRouteErrorResponse } from "react-router";
import { NotFoundPage } from "#web/content/not-found-page.tsx";
import { Button, LinkButton } from "#web/design/button.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** What the boundaries show: the not-found page for a 404, an apology with a way on for everything else. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useTexts();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <div className="page flex flex-col items-center gap-4 py-24 text-center">
      <PageHead title={t("errors.page_title")} hidden />
      <h1 className="text-3xl">{t("errors.page_title")}</h1>
      <p className="max-w-md text-taupe">{t("errors.page_text")}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()}>{t("errors.reload")}</Button>
        <LinkButton look="secondary" to="/" reloadDocument>
          {t("not_found.home")}
        </LinkButton>
      </div>
    </div>
  );
}
