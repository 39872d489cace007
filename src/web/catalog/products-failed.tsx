import { useRevalidator } from "react-router";
import { ErrorState } from "#design/page-states.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** Shown if products failed to load; the retry reloads the page's data. */
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
