import { get, set } from "idb-keyval";
import type { SessionInfo } from "#contract/backoffice/staff.ts";
import { deviceKey, lastAccount, recordContact, setLastAccount } from "./account-data.ts";

/** Stores the session, without the nonce, which the server returns again. */
export async function storeSession(session: SessionInfo): Promise<void> {
  if (session.step !== "done") return;
  const { id } = session.staff;
  // without it what this device stores would be removed if the page requests nothing else
  recordContact(id);
  const stored: SessionInfo = { ...session, nonce: "", reauthenticated_until: null };
  await set(deviceKey("session", id), stored).catch(() => {});
  await setLastAccount(id);
}

/** The session of the account that used this browser last; null if none is stored. */
export async function storedSession(): Promise<SessionInfo | null> {
  const staffId = await lastAccount();
  if (staffId === undefined) return null;
  return (await get<SessionInfo>(deviceKey("session", staffId)).catch(() => undefined)) ?? null;
}
