import { isRouteErrorResponse, useRevalidator } from "react-router";
import { NotFoundPage } from "#web/content/not-found-page.tsx";
import { Button, LinkButton } from "#design/button.tsx";
import { OfflineIcon } from "#design/icons.tsx";
import { useOnline } from "#design/use-online.ts";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** A page that failed to load. The retry reloads its data without leaving the page. */
function FailedPage() {
  const t = useTexts();
  const online = useOnline();
  const { revalidate, state } = useRevalidator();
  const title = t(online ? "errors.page_title" : "offline.title");
  return (
    <div className="page flex flex-col items-center gap-4 py-24 text-center">
      <PageHead title={title} hidden />
      {!online && <OfflineIcon size={32} className="text-champagne" />}
      <h1 className="text-3xl">{title}</h1>
      <p className="max-w-md text-taupe">{t(online ? "errors.page_text" : "offline.text")}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button onClick={() => void revalidate()} busy={state === "loading"}>
          {t(online ? "errors.reload" : "offline.retry")}
        </Button>
        <LinkButton look="secondary" to="/">
          {t("not_found.home")}
        </LinkButton>
      </div>
    </div>
  );
}

/** Shown by the error boundaries: the not-found page for a 404, otherwise an apology with a retry. */
export function ErrorPage({ error }: { error: unknown }) {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <FailedPage />;
}
