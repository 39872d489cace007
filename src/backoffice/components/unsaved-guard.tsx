import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ConfirmSheet } from "./confirm-sheet.tsx";

/** Requires one confirmation before a form with unsaved fields is left. @param sameScreen whether a path still belongs to the form */
export function UnsavedGuard({ unsaved, sameScreen }: { unsaved: boolean; sameScreen?: (path: string) => boolean }) {
  const t = useTexts();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname !== nextLocation.pathname && !sameScreen?.(nextLocation.pathname),
  );
  useEffect(() => {
    if (!unsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [unsaved]);
  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmSheet
      title={t("draft.leave")}
      text={t("draft.leave_text")}
      confirm={t("draft.leave")}
      action={{ busy: false, error: null }}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}
