import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useSession } from "#web/api/session.ts";
import { toast } from "#web/design/toast.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { usesFallbackTexts } from "#web/i18n/texts.ts";
import { useContentProblem, useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey } from "#web/i18n/translate.ts";
import { reportVisit } from "#web/offline/register-worker.ts";

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
    if (problem && usesFallbackTexts(language)) toast("error", t("errors.translations"));
  }, [problem, language, t]);
}

/** the address last seen in this page view: it outlives a frame, and checkout has one of its own */
let seen: string | undefined;

/** A page that was come to by a link is kept for without a connection too; the first one was asked for as a page, and is. */
function useVisits(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const address = pathname + search;
    if (seen !== undefined && seen !== address) reportVisit();
    seen = address;
  }, [pathname, search]);
}

/** What belongs to no place on the page: failures, and where the shopper has been. */
export function PageWatch() {
  useSessionFailure();
  useMissingLanguage();
  useVisits();
  return null;
}
