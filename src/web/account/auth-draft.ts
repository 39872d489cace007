import { entryStoragePrefix, clearStorage } from "#web/api/user-storage.ts";
import type { AuthValues } from "./auth-rules.ts";

/**
 * Input of a dialog form survives another tab, closing and a reload; passwords are never stored. It is removed when it
 * was sent, when a session begins, and after a time: the next user of the browser may be another customer.
 */
export type DraftOf = "login" | "register";
const keyOf = (form: DraftOf): string => `${entryStoragePrefix}${form}`;
const maxAgeMs = 30 * 60 * 1000;

interface Draft {
  /** time of the last change, milliseconds since 1970 */
  at: number;
  typed: Partial<AuthValues>;
}

export function readDraft(form: DraftOf): Partial<AuthValues> {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? "null") as Draft | null;
    if (draft && Date.now() - draft.at < maxAgeMs) return draft.typed;
    forgetDraft(form);
  } catch {} // no draft without storage
  return {};
}

export function saveDraft(form: DraftOf, { password: _, RePassword: __, ...typed }: AuthValues): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify({ at: Date.now(), typed } satisfies Draft));
  } catch {} // without storage the input lasts as long as the form
}

export const forgetDraft = (form: DraftOf): void => clearStorage(keyOf(form));
