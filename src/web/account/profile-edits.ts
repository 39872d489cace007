import { clearStorage, userStoragePrefix } from "#web/api/user-storage.ts";
import type { ProfileDraft } from "./profile-draft.ts";

const storageKey = `${userStoragePrefix}profile-edits`;

interface Kept {
  /** the owner: a session may expire without a logout, and another user log in */
  customerId: number;
  draft: ProfileDraft;
}

/** Unsaved profile edits; stored as long as the tab. */
export function keptEdits(customerId: number): ProfileDraft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Kept | null;
    return kept?.customerId === customerId ? kept.draft : null;
  } catch {
    return null;
  }
}

export function keepEdits(customerId: number, draft: ProfileDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ customerId, draft } satisfies Kept));
  } catch {} // without storage they last for this page view
}

export const forgetEdits = (): void => clearStorage(storageKey);
