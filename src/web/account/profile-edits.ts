import { clearStorage, userStoragePrefix } from "#web/api/user-storage.ts";
import type { ProfileDraft } from "./profile-draft.ts";

const storageKey = `${userStoragePrefix}profile-edits`;

interface Kept {
  /** whose they are: a session may end without a logout, and somebody else log in */
  customerId: number;
  draft: ProfileDraft;
}

/** Edits of one's data that were begun and neither saved nor given up; they last as long as the tab. */
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
  } catch {} // without storage they last as long as the page
}

export const forgetEdits = (): void => clearStorage(storageKey);
