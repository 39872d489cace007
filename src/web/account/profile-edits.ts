import { clearStorage, draftStorageKey } from "#web/api/user-storage.ts";
import type { ProfileDraft } from "./profile-draft.ts";

const storageKey = (customerId: number): string => draftStorageKey(customerId, "profile-edits");

/** Unsaved profile edits; stored as long as the tab. */
export function readEdits(customerId: number): ProfileDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(customerId)) ?? "null") as ProfileDraft | null;
  } catch {
    return null;
  }
}

export function saveEdits(customerId: number, draft: ProfileDraft): void {
  try {
    sessionStorage.setItem(storageKey(customerId), JSON.stringify(draft));
  } catch {} // without storage they last for this page view
}

export const forgetEdits = (customerId: number): void => clearStorage(storageKey(customerId));
