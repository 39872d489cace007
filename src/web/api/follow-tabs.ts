import { isLeaving, leaveFor } from "./leave.ts";
import { forgetSession, knownUser, refetchSession } from "./session.ts";
import { clearEndedSession, clearTab, lastCustomer, lastCustomerKey } from "./user-storage.ts";

/** Without its hash: at the same address with a hash, the browser would only scroll. */
export const ownPath = (): string => location.pathname + location.search;

/** Compares the page's user with the one that the last tab has stored, and updates the page. */
function followLastCustomer(): void {
  const last = lastCustomer();
  const user = knownUser();
  if (last?.ended) {
    clearEndedSession(last.id);
    forgetSession();
    if (user) void refetchSession();
    return;
  }
  if (last && (!user || user.id === last.id)) {
    // a login in another tab; what is typed on this page stays
    if (!user) void refetchSession();
    return;
  }
  if (!user) return;
  // logged out in another tab, or logged in as another customer
  clearTab();
  leaveFor(ownPath());
}

/**
 * Follows login, logout and the end of the session in other tabs. A page that the browser restores from its back/forward
 * cache has missed their events. @returns stops it
 */
export function followTabs(): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  addEventListener(
    "storage",
    // without a key: all of the storage was cleared
    ({ key }) => (key === lastCustomerKey || key === null) && followLastCustomer(),
    { signal },
  );
  const handleRestore = () => {
    if (isLeaving()) return leaveFor(ownPath());
    followLastCustomer();
    // the session may have ended on the server without any tab's knowledge
    if (knownUser()) void refetchSession();
  };
  addEventListener("pageshow", ({ persisted }) => persisted && handleRestore(), { signal });
  return () => listeners.abort();
}
