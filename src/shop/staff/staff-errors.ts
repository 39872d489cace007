import type { Language } from "#contract/language.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";

/** One error for an unknown email, a wrong password and a closed account. */
export const invalidCredentials = (lang: Language): HttpError =>
  new HttpError(401, "lianne_invalid_credentials", t(lang, "staff_errors.credentials"));

export const invalidCode = (lang: Language): HttpError =>
  new HttpError(401, "lianne_invalid_code", t(lang, "staff_errors.code"));

export const invalidPasskey = (lang: Language): HttpError =>
  new HttpError(401, "lianne_invalid_passkey", t(lang, "staff_errors.passkey"));

export const unauthenticated = (lang: Language): HttpError =>
  new HttpError(401, "lianne_unauthenticated", t(lang, "staff_errors.unauthenticated"));

export const lockedError = (lang: Language, { until, now }: { until: Date; now: Date }): HttpError => {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  return new HttpError(429, "lianne_locked", t(lang, "staff_errors.locked", { seconds }), {
    extra: { retry_after: seconds },
    headers: { "retry-after": String(seconds) },
  });
};

export const linkExpired = (lang: Language): HttpError =>
  new HttpError(410, "lianne_link_expired", t(lang, "staff_errors.link"));

export const staffNotFound = (lang: Language): HttpError =>
  new HttpError(404, "rest_not_found", t(lang, "staff_errors.not_found"));

/** 409: the account's state does not allow the action. */
export const invalidState = (lang: Language, text: "last_factor" | "no_factor" | "totp_set_up"): HttpError =>
  new HttpError(409, "lianne_invalid_state", t(lang, `staff_errors.${text}`));
