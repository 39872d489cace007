import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { leaveForms, leavesUnsaved } from "#backoffice/device/unsaved-forms.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** Browsers announce a link that dials as if it left the page. */
let isDialling = false;
const noteDialling = ({ target }: MouseEvent) => {
  if (!(target instanceof Element && target.closest('a[href^="tel:"]'))) return;
  isDialling = true;
  setTimeout(() => (isDialling = false));
};

const warn = (event: BeforeUnloadEvent) => {
  if (!isDialling && leavesUnsaved(null)) event.preventDefault();
};

/** Requires one confirmation before a screen is left on which forms have unsaved fields. */
export function UnsavedGuard() {
  const t = useTexts();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && leavesUnsaved(nextLocation.pathname),
  );
  useEffect(() => {
    addEventListener("click", noteDialling);
    addEventListener("beforeunload", warn);
    return () => {
      removeEventListener("click", noteDialling);
      removeEventListener("beforeunload", warn);
    };
  }, []);
  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmSheet
      title={t("draft.leave")}
      text={t("draft.leave_text")}
      confirm={t("draft.leave")}
      action={{ busy: false, error: null }}
      onConfirm={() => {
        // the next navigation may begin before this screen is removed
        leaveForms();
        blocker.proceed();
      }}
      onClose={() => blocker.reset()}
    />
  );
}
