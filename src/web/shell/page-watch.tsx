import { useEffect, useRef } from "react";
import { useSession } from "#web/api/session.ts";
import { toast } from "#web/design/toast.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { hasStandIn } from "#web/i18n/texts.ts";
import { useContentProblem, useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey } from "#web/i18n/translate.ts";

/** Says, once, when it could not be found out who is logged in; simply not being logged in is said by nobody. */
function useSessionFailure(): void {
  const t = useTexts();
  const { failure } = useSession();
  const told = useRef<TextKey | null>(null);
  useEffect(() => {
    if (!failure) return;
    const sentence = failure.network || failure.status >= 500 ? "toast.check_error" : "toast.check_failed";
    if (told.current !== sentence) toast("error", t(sentence));
    told.current = sentence;
  }, [failure, t]);
}

/** Says when the page's language could be had neither from the bundle nor from the store, and Vietnamese is shown instead. */
function useMissingLanguage(): void {
  const t = useTexts();
  const language = useLanguage();
  const problem = useContentProblem();
  useEffect(() => {
    if (problem && hasStandIn(language)) toast("error", t("errors.translations"));
  }, [problem, language, t]);
}

/** Failures that belong to no place on the page. */
export function PageWatch() {
  useSessionFailure();
  useMissingLanguage();
  return null;
}
