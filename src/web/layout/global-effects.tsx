import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useSession } from "#web/api/session.ts";
import { toast } from "#web/design/toast.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { usesFallbackTexts } from "#web/i18n/texts.ts";
import { useContentProblem, useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey } from "#web/i18n/translate.ts";
import { reportVisit } from "#web/offline/register-worker.ts";

/** Shows one toast if loading the session failed (not on 401). */
function useSessionFailure(): void {
  const t = useTexts();
  const { failure } = useSession();
  const reported = useRef<TextKey | null>(null);
  useEffect(() => {
    if (!failure) return;
    const message = failure.network || failure.status >= 500 ? "toast.check_error" : "toast.check_failed";
    if (reported.current !== message) toast("error", t(message));
    reported.current = message;
  }, [failure, t]);
}

/**
 * Shows a toast when the page's language could be loaded neither from the bundle nor from the store, and Vietnamese is
 * shown instead.
 */
function useMissingLanguage(): void {
  const t = useTexts();
  const language = useLanguage();
  const problem = useContentProblem();
  useEffect(() => {
    if (problem && usesFallbackTexts(language)) toast("error", t("errors.translations"));
  }, [problem, language, t]);
}

/** the last address of this page view: it outlives a layout, and checkout has its own */
let seen: string | undefined;

/**
 * Reports pages reached by client-side navigation to the service worker, for offline use; the first page is cached by
 * its own request.
 */
function useVisits(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const address = pathname + search;
    if (seen !== undefined && seen !== address) reportVisit();
    seen = address;
  }, [pathname, search]);
}

/** Effects without a place on the page: failure toasts and visited pages. */
export function GlobalEffects() {
  useSessionFailure();
  useMissingLanguage();
  useVisits();
  return null;
}
