import { clearStorage, userStoragePrefix } from "#web/api/user-storage.ts";
import type { ProfileDraft } from "./profile-draft.ts";

const storageKey = `${userStoragePrefix}profile-edits`;

interface StoredEdits {
  /** the owner: a session may expire without a logout, and another user log in */
  customerId: number;
  draft: ProfileDraft;
}

/** Unsaved profile edits; stored as long as the tab. */
export function readEdits(customerId: number): ProfileDraft | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as StoredEdits | null;
    return stored?.customerId === customerId ? stored.draft : null;
  } catch {
    return null;
  }
}

export function saveEdits(customerId: number, draft: ProfileDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ customerId, draft } satisfies StoredEdits));
  } catch {} // without storage they last for this page view
}

export const forgetEdits = (): void => clearStorage(storageKey);
