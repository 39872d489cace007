import { endSession } from "#web/api/session.ts";
import { toastAfterLoad } from "#web/design/toast.ts";
import { homePath } from "#web/i18n/preserve-language.ts";

/** Leaves for the home page after the server has ended the session. @param message shown there */
export async function leaveAccount(message: string): Promise<void> {
  toastAfterLoad(message);
  await endSession(homePath());
}
