import { useRouteError } from "react-router";
import { Button } from "#design/button.tsx";
import { CallError } from "#backoffice/api/call-error.ts";
import { failureText } from "#backoffice/components/failure.tsx";
import { StateCard } from "#backoffice/components/loaded.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** In place of a screen whose code or session could not be loaded, or that failed. */
export function FailedScreen() {
  const t = useTexts();
  const error = useRouteError();
  return (
    <div className="mx-auto max-w-2xl p-4">
      <StateCard
        role="alert"
        title={t("states.failed")}
        text={error instanceof CallError ? failureText(t, error) : t("failure.unexpected")}
      >
        <Button size="small" onClick={() => location.reload()}>
          {t("actions.reload")}
        </Button>
      </StateCard>
    </div>
  );
}
