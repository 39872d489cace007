import { loggedOutCookie } from "#contract/logged-out-cookie.ts";
import { endSession } from "#web/api/session.ts";
import { toastAfterLoad } from "#design/toast.ts";
import { pathInPageLanguage } from "#web/i18n/preserve-language.ts";

/** as long as the longest session */
const maxAgeSeconds = 14 * 24 * 60 * 60;

/** For a logout without a connection: from now on the server ignores the session, and ends it with the next request. */
export function postponeLogout(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that the shop serves
  document.cookie = `${loggedOutCookie}=1; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax`;
}

/** Leaves for the home page after a logout. @param message shown there */
export async function leaveAccount(message: string): Promise<void> {
  toastAfterLoad(message);
  await endSession(pathInPageLanguage("/"));
}
