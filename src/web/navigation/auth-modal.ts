import { useEffect } from "react";
import { externalStore } from "#design/external-store.ts";
import { closeOverlay, openOverlay } from "./overlay.ts";

export type AuthMode = "login" | "register" | "forgotPassword" | "reset-password";
export interface AuthModal {
  mode: AuthMode;
  /** same-site path to go to after login */
  next: string | null;
  /** why a login is needed, if that is to be explained */
  reason: "wishlist" | "ended" | null;
  /** the action that needed the login, run after it; if it resolves to false, `next` is not opened */
  after: (() => unknown) | undefined;
  /** prefilled email address; at login also a username */
  email: string;
  /** the password that an account was just created with: the login form sends it once. In memory only. */
  password: string | null;
  /** what has just been completed, shown above the next form */
  done: "registered" | "link-sent" | "reset" | null;
}

const authModal = externalStore<AuthModal | null>(null);

const base = "http://shop";
/** A path on this site, or null: an open redirect through our login must not be possible. Parsed as a browser does. */
export function sameSitePath(path: string | null): string | null {
  const url = path?.startsWith("/") ? URL.parse(path, base) : null;
  if (!url || url.origin !== base || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}

/** Opens the dialog, or shows another of its forms. */
export function openAuth(
  mode: AuthMode,
  {
    next = null,
    email = "",
    reason = null,
    after,
  }: Partial<Pick<AuthModal, "next" | "email" | "reason" | "after">> = {},
): void {
  openOverlay(() => authModal.set(null));
  authModal.set({ mode, next: sameSitePath(next), email, reason, after, password: null, done: null });
}

/** Switches the open dialog to another tab or form. @param email prefill of its first field */
export function switchAuth(mode: AuthMode, email?: string, done: AuthModal["done"] = null): void {
  const open = authModal.get();
  if (open) authModal.set({ ...open, mode, email: email ?? open.email, password: null, done });
}

/** Switches to the login form, which logs in to the account that was just created. */
export function logInAfterRegistration(username: string, password: string): void {
  const open = authModal.get();
  if (open) authModal.set({ ...open, mode: "login", email: username, password, done: "registered" });
}

export const closeAuth = (): void => void closeOverlay();
export const useAuthModal = (): AuthModal | null => authModal.use();

/** Used once, by the layout: opens the dialog on arrival at `/?auth=login&next=/checkout`. */
export function useAuthAddress(entryKey: string): void {
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
