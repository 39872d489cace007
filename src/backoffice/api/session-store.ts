import type { SessionInfo } from "#contract/backoffice/staff.ts";
import { externalStore } from "#design/external-store.ts";

/** The session of this page; null before the first sign-in. */
export const sessionStore = externalStore<SessionInfo | null>(null);

export const sessionNonce = (): string | undefined => sessionStore.get()?.nonce;

/** @throws outside of the screens that require a session */
export function useSession(): SessionInfo {
  const session = sessionStore.use();
  if (!session) throw new Error("There is no session.");
  return session;
}
