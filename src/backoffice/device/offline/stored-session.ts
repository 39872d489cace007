import { get, set } from "idb-keyval";
import type { SessionInfo } from "#contract/backoffice/staff.ts";
import { deviceKey, lastAccount, setLastAccount } from "./account-data.ts";

/** Stores the session, without the nonce, which the server returns again. */
export async function storeSession(session: SessionInfo): Promise<void> {
  if (session.step !== "done") return;
  const stored: SessionInfo = { ...session, nonce: "", reauthenticated_until: null };
  await set(deviceKey("session", session.staff.id), stored).catch(() => {});
  await setLastAccount(session.staff.id);
}

/** The session of the account that used this browser last; null if none is stored. */
export async function storedSession(): Promise<SessionInfo | null> {
  const staffId = await lastAccount();
  if (staffId === undefined) return null;
  return (await get<SessionInfo>(deviceKey("session", staffId)).catch(() => undefined)) ?? null;
}
