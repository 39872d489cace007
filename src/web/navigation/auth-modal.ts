import { useEffect } from "react";
import { useNavigate } from "react-router";
import { externalStore } from "#web/design/external-store.ts";

export type AuthMode = "login" | "register" | "forgotPassword" | "reset-password";
export interface AuthModal {
  mode: AuthMode;
  /** same-site path to go to after login */
  next: string | null;
  /** why a login is needed, if that is to be explained */
  reason: "wishlist" | "ended" | null;
  /** the action that needed the login, run after it */
  after: (() => void) | null;
  /** prefilled email address; at login also a username */
  email: string;
  /** what has just been completed, shown above the next form */
  done: "registered" | "link-sent" | "reset" | null;
}

const stateKey = "authModal";
const authModal = externalStore<AuthModal | null>(null);
const isOurs = (state: unknown): boolean => typeof state === "object" && state !== null && stateKey in state;

const base = "http://shop";
/** A path on this site, or null: an open redirect through our login must not be possible. Parsed as a browser does. */
export function sameSitePath(path: string | null): string | null {
  const url = path?.startsWith("/") ? URL.parse(path, base) : null;
  if (!url || url.origin !== base || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}

/** Opens the dialog; it has a history entry of its own, so that closing it, or Back, is one step and the page stays. */
export function openAuth(
  mode: AuthMode,
  {
    next = null,
    email = "",
    reason = null,
    after = null,
  }: Partial<Pick<AuthModal, "next" | "email" | "reason" | "after">> = {},
): void {
  if (authModal.get() === null) history.pushState({ ...history.state, [stateKey]: true }, "");
  authModal.set({ mode, next: sameSitePath(next), email, reason, after, done: null });
}

/** Switches the open dialog to another tab or form. @param email prefill of its first field */
export function switchAuth(mode: AuthMode, email?: string, done: AuthModal["done"] = null): void {
  const open = authModal.get();
  if (open) authModal.set({ ...open, mode, email: email ?? open.email, done });
}

/** Goes one step back, which closes the dialog. */
export function closeAuth(): void {
  if (authModal.get() === null) return;
  if (isOurs(history.state)) history.back();
  else authModal.set(null);
}

export const useAuthModal = (): AuthModal | null => authModal.use();

/** After a successful login: closes the dialog one step back, or replaces its history entry with the requested page. */
export function useFinishLogin(): () => void {
  const navigate = useNavigate();
  return () => {
    const { next, after } = authModal.get() ?? {};
    after?.();
    if (!next) return closeAuth();
    authModal.set(null);
    void navigate(next, { replace: true });
  };
}

/** Hides the dialog's history entry from the router, which would reload the page beneath it. */
const interceptPopState = (event: PopStateEvent): void => {
  const open = authModal.get();
  if (open && !isOurs(event.state)) {
    authModal.set(null);
    event.stopImmediatePropagation();
  } else if (!open && isOurs(event.state)) event.stopImmediatePropagation();
};

/** Used once, by the layout: handles Back, and opens the dialog on arrival at `/?auth=login&next=/checkout`. */
export function useAuthModalHistory(pathname: string, entryKey: string): void {
  useEffect(() => {
    addEventListener("popstate", interceptPopState, { capture: true });
    return () => removeEventListener("popstate", interceptPopState, { capture: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link inside the dialog leads to another page: it goes with the old one
  useEffect(() => {
    if (authModal.get() && !isOurs(history.state)) authModal.set(null);
  }, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival is looked at once, also at the same address again
  useEffect(() => {
    const address = new URL(location.href);
    const mode = address.searchParams.get("auth");
    if (mode !== "login" && mode !== "register") return;
    const next = address.searchParams.get("next");
    const email = address.searchParams.get("email") ?? "";
    const reason = address.searchParams.get("reason") === "ended" ? "ended" : null;
    for (const name of ["auth", "next", "email", "reason"]) address.searchParams.delete(name);
    address.hash = "";
    history.replaceState(history.state, "", address);
    openAuth(mode, { next, email, reason });
  }, [entryKey]);
}
