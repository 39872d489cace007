import { entryStoragePrefix, clearStorage } from "#web/api/user-storage.ts";
import type { AuthValues } from "./auth-rules.ts";

/**
 * What was typed into a form of the dialog outlives another tab, closing and a reload; a password is never kept. It goes
 * when it was sent, when a session begins, and with time: whoever opens the form later may be somebody else.
 */
export type DraftOf = "login" | "register";
const keyOf = (form: DraftOf): string => `${entryStoragePrefix}${form}`;
const keptForMs = 30 * 60 * 1000;

interface Draft {
  /** of the last change, milliseconds since 1970 */
  at: number;
  typed: Partial<AuthValues>;
}

export function keptDraft(form: DraftOf): Partial<AuthValues> {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? "null") as Draft | null;
    if (draft && Date.now() - draft.at < keptForMs) return draft.typed;
    forgetDraft(form);
  } catch {} // without storage there is none
  return {};
}

export function keepDraft(form: DraftOf, { password: _, RePassword: __, ...typed }: AuthValues): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify({ at: Date.now(), typed } satisfies Draft));
  } catch {} // without storage it lasts as long as the form
}

export const forgetDraft = (form: DraftOf): void => clearStorage(keyOf(form));
