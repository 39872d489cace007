import type { SessionInfo } from "#contract/backoffice/staff.ts";
import { clearDevice } from "./offline/clear-device.ts";
import { forgetStaleAccounts } from "./offline/account-data.ts";
import { storedSession, storeSession } from "./offline/stored-session.ts";
import { startQueue } from "./queue/queue.ts";
import { showLanguage } from "#backoffice/i18n/texts.ts";
import { CallError } from "./call-error.ts";
import { call } from "./call.ts";
import { queryClient } from "./query-client.ts";
import { sessionStore } from "./session-store.ts";

let requests = 0;

/**
 * Reads the session and its nonce, and shows its language; a late response to an earlier request changes nothing.
 * @returns null without a session, or with one that still needs its second factor
 */
export async function refreshSession(): Promise<SessionInfo | null> {
  try {
    const request = ++requests;
    const { data } = await call("GET bo/session", { prompts: false });
    if (request !== requests) return data;
    const before = sessionStore.get();
    if (before && before.staff.id !== data.staff.id) return openAfresh();
    sessionStore.set(data);
    await storeSession(data);
    await showLanguage(data.staff.language);
    return data;
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  }
}

/** With a stored session the back office opens after this time, whether or not the server has responded. */
const openAfterMs = 900;

/**
 * The session of this page when it opens: from the server, or without a connection the stored one of the account that used this browser
 * last. If that session has ended, the next request opens the sign-in. @returns null without either
 */
export async function openSession(): Promise<SessionInfo | null> {
  await forgetStaleAccounts();
  const stored = await storedSession();
  const fresh = refreshSession();
  if (!stored) return fresh;
  const withoutServer = async (): Promise<SessionInfo> => {
    if (sessionStore.get() === null) sessionStore.set(stored);
    await showLanguage(stored.staff.language);
    return stored;
  };
  const orStored = fresh.catch((error: unknown) => {
    if (error instanceof CallError && error.mayPass) return withoutServer();
    throw error;
  });
  const late = new Promise<"late">((resolve) => setTimeout(() => resolve("late"), openAfterMs));
  const first = await Promise.race([orStored, late]);
  return first === "late" ? withoutServer() : first;
}

let openedAccount: number | null = null;

/** Shows what this device has stored for the account, and sends what waits in its queue. The sign-in does not load what reads it. */
export async function openAccount(session: SessionInfo): Promise<void> {
  const { staff } = session;
  if (openedAccount === staff.id) return;
  openedAccount = staff.id;
  const { openStored } = await import("./offline/update-orders.ts");
  await openStored(session);
  await startQueue();
}

/** Another person signed in: nothing of the previous one's screens may stay. */
function openAfresh(): Promise<never> {
  location.assign("/admin");
  return new Promise(() => {});
}

/** Ends the session, removes what this browser stored for it, and opens the sign-in. */
export async function signOut(): Promise<void> {
  await call("DELETE bo/session", { prompts: false }).catch((error: unknown) => {
    if (!(error instanceof CallError && error.status === 401)) throw error;
  });
  const session = sessionStore.get();
  if (session) await clearDevice(session.staff.id);
  queryClient.clear();
  location.assign("/admin/sign-in");
}
