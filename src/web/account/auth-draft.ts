import { personStoragePrefix } from "#web/api/session.ts";
import type { AuthValues } from "./auth-rules.ts";

/** What was typed into a form of the dialog outlives another tab, closing and a reload; a password is never kept. */
export type DraftOf = "login" | "register";
const keyOf = (form: DraftOf): string => `${personStoragePrefix}auth-${form}`;

export function keptDraft(form: DraftOf): Partial<AuthValues> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? "{}") as Partial<AuthValues>;
  } catch {
    return {};
  }
}

export function keepDraft(form: DraftOf, { password: _, RePassword: __, ...typed }: AuthValues): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(typed));
  } catch {} // without storage it lasts as long as the form
}

export const forgetDraft = (form: DraftOf): void => sessionStorage.removeItem(keyOf(form));
