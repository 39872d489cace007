import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { isCustomerPage, isPersonalPage } from "#contract/personal-pages.ts";
import { followTabs, ownPath } from "#web/api/follow-tabs.ts";
import { leaveFor } from "#web/api/leave.ts";
import { forgetOwner, ownerOf, useSession } from "#web/api/session.ts";
import { toast } from "#design/toast.ts";
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

/** the owner of the page's data, and the last customer of this document: both outlive a layout */
let shownOwner: string | undefined;
let lastCustomer: string | undefined;

/** Whether the page contains data of one visitor: shown now, or in the document since it was loaded as another page. */
function containsPersonalData(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  return isPersonalPage(location.pathname) || isPersonalPage(loaded ? new URL(loaded.name).pathname : "");
}

/**
 * When the session's user changes, removes the previous user's data from memory. A page that contains a customer's
 * data is left; private pages load the login in full by themselves.
 */
function useOwnerChange(): void {
  const session = useSession();
  const owner = session.known ? ownerOf(session) : undefined;
  useEffect(() => {
    if (owner === undefined || owner === shownOwner) return;
    if (shownOwner !== undefined) forgetOwner(shownOwner);
    const another = lastCustomer !== undefined && owner !== lastCustomer;
    shownOwner = owner;
    if (session.user) lastCustomer = owner;
    const leavesItself = !session.user && isCustomerPage(location.pathname);
    if (another && containsPersonalData() && !leavesItself) leaveFor(ownPath());
  }, [owner, session.user]);
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

/** Effects without a place on the page: session changes, failure toasts and visited pages. */
export function GlobalEffects() {
  useEffect(followTabs, []);
  useOwnerChange();
  useSessionFailure();
  useMissingLanguage();
  useVisits();
  return null;
}
