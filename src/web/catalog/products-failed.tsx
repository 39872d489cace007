import { useRevalidator } from "react-router";
import { ErrorState } from "#web/design/page-states.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** In the place of products that could not be had; asks for the page's data once more. */
export function ProductsFailed() {
  const t = useTexts();
  const { revalidate, state } = useRevalidator();
  return (
    <ErrorState
      title={t("listing.load_error")}
      retryLabel={t("common.retry")}
      onRetry={() => void revalidate()}
      busy={state === "loading"}
    />
  );
}
