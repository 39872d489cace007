import type { SessionInfo } from "#contract/backoffice/staff.ts";
import { clearDevice } from "#backoffice/device/clear-device.ts";
import { currentLanguage, showLanguage } from "#backoffice/i18n/texts.ts";
import { CallError } from "./call-error.ts";
import { call } from "./call.ts";
import { queryClient } from "./query-client.ts";
import { sessionStore } from "./session-store.ts";

/**
 * Reads the session and its nonce, and shows its language.
 * @returns null without a session, or with one that still needs its second factor
 */
export async function refreshSession(): Promise<SessionInfo | null> {
  try {
    const { data } = await call("GET bo/session", { prompts: false });
    const before = sessionStore.get();
    if (before && before.staff.id !== data.staff.id) return openAfresh();
    sessionStore.set(data);
    if (data.staff.language !== currentLanguage()) await showLanguage(data.staff.language);
    return data;
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  }
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
  await clearDevice();
  queryClient.clear();
  location.assign("/admin/sign-in");
}
