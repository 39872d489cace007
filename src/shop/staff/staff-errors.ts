import type { Language } from "#contract/language.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";

/** An email is locked after too many failures. */
export interface SignInLock {
  until: Date;
  now: Date;
}

const secondsOf = ({ until, now }: SignInLock): number => Math.ceil((until.getTime() - now.getTime()) / 1000);

/** How long the next attempt has to wait; nothing without a lock. */
const waitOf = (lock: SignInLock | null) =>
  lock ? { extra: { retry_after: secondsOf(lock) }, headers: { "retry-after": String(secondsOf(lock)) } } : {};

/** One error for an unknown email, a wrong password and a closed account. @param lock that this failure has caused */
export const invalidCredentials = (lang: Language, lock: SignInLock | null = null): HttpError =>
  new HttpError(401, "lianne_invalid_credentials", t(lang, "staff_errors.credentials"), waitOf(lock));

/** @param lock that this failure has caused */
export const invalidCode = (lang: Language, lock: SignInLock | null = null): HttpError =>
  new HttpError(401, "lianne_invalid_code", t(lang, "staff_errors.code"), waitOf(lock));

export const invalidPasskey = (lang: Language): HttpError =>
  new HttpError(401, "lianne_invalid_passkey", t(lang, "staff_errors.passkey"));

export const unauthenticated = (lang: Language): HttpError =>
  new HttpError(401, "lianne_unauthenticated", t(lang, "staff_errors.unauthenticated"));

export const lockedError = (lang: Language, lock: SignInLock): HttpError =>
  new HttpError(429, "lianne_locked", t(lang, "staff_errors.locked", { seconds: secondsOf(lock) }), waitOf(lock));

export const linkExpired = (lang: Language): HttpError =>
  new HttpError(410, "lianne_link_expired", t(lang, "staff_errors.link"));

export const staffNotFound = (lang: Language): HttpError =>
  new HttpError(404, "rest_not_found", t(lang, "staff_errors.not_found"));

/** 409: the account's state does not allow the action. */
export const invalidState = (lang: Language, text: "last_factor" | "no_factor" | "totp_set_up"): HttpError =>
  new HttpError(409, "lianne_invalid_state", t(lang, `staff_errors.${text}`));
