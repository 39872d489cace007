import { useNavigation } from "react-router";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** A progress line at the top while the next page loads; shown with a delay, so that fast pages never show it. */
export function NavigationProgress() {
  const t = useTexts();
  const busy = useNavigation().state !== "idle";
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5">
      {busy && (
        <>
          <span className="navigation-progress block h-full origin-left bg-champagne" />
          <span className="sr-only">{t("a11y.loading")}</span>
        </>
      )}
    </div>
  );
}
