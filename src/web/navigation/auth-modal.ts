import { useEffect } from "react";
import { useNavigate } from "react-router";
import { externalStore } from "#web/design/external-store.ts";

export type AuthMode = "login" | "register" | "forgotPassword" | "reset-password";
export interface AuthModal {
  mode: AuthMode;
  /** same-site path to go to after login */
  next: string | null;
  /** why the login is asked for, where that needs saying */
  reason: "wishlist" | "ended" | null;
  /** what was asked for before, and is done once somebody is logged in */
  after: (() => void) | null;
  /** prefilled address; at login a username will do as well */
  email: string;
  /** what has just been done, said above the form that follows */
  done: "registered" | "link-sent" | "reset" | null;
}

const mark = "authModal";
const modal = externalStore<AuthModal | null>(null);
const isOurs = (state: unknown): boolean => typeof state === "object" && state !== null && mark in state;

const here = "http://shop";
/** A path on this site, or null: a link elsewhere must not be able to use our login as a spring-board. Read as a browser would. */
export function sameSitePath(path: string | null): string | null {
  const url = path?.startsWith("/") ? URL.parse(path, here) : null;
  if (!url || url.origin !== here || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}

/** Opens the dialog; it is a history entry of its own, so that closing it, or Back, is that one step and the page stays. */
export function openAuth(
  mode: AuthMode,
  {
    next = null,
    email = "",
    reason = null,
    after = null,
  }: Partial<Pick<AuthModal, "next" | "email" | "reason" | "after">> = {},
): void {
  if (modal.get() === null) history.pushState({ ...history.state, [mark]: true }, "");
  modal.set({ mode, next: sameSitePath(next), email, reason, after, done: null });
}

/** Another tab or form of the open dialog. @param email what its first field starts with */
export function switchAuth(mode: AuthMode, email?: string, done: AuthModal["done"] = null): void {
  const open = modal.get();
  if (open) modal.set({ ...open, mode, email: email ?? open.email, done });
}

/** Goes the one step back; the dialog closes with it. */
export function closeAuth(): void {
  if (modal.get() === null) return;
  if (isOurs(history.state)) history.back();
  else modal.set(null);
}

export const useAuthModal = (): AuthModal | null => modal.use();

/** After a successful login: the dialog closes one step back, or its history entry becomes the page that was asked for. */
export function useFinishLogin(): () => void {
  const navigate = useNavigate();
  return () => {
    const { next, after } = modal.get() ?? {};
    after?.();
    if (!next) return closeAuth();
    modal.set(null);
    void navigate(next, { replace: true });
  };
}

/** The router never hears of the dialog's entry: it would load the page beneath it once more. */
const swallowStep = (event: PopStateEvent): void => {
  const open = modal.get();
  if (open && !isOurs(event.state)) {
    modal.set(null);
    event.stopImmediatePropagation();
  } else if (!open && isOurs(event.state)) event.stopImmediatePropagation();
};

/** For the shell: listens to Back, and opens the dialog on arrival at `/?auth=login&next=/checkout`. */
export function useAuthModalHistory(pathname: string, entryKey: string): void {
  useEffect(() => {
    addEventListener("popstate", swallowStep, { capture: true });
    return () => removeEventListener("popstate", swallowStep, { capture: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link inside the dialog leads to another page: it goes with the old one
  useEffect(() => {
    if (modal.get() && !isOurs(history.state)) modal.set(null);
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
