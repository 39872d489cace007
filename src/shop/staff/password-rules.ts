import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "#contract/language.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";

/** The 1,000 most common passwords that have the minimum length, in lower case. */
const commonPasswords = new Set(
  readFileSync(join(import.meta.dirname, "common-passwords.txt"), "utf8")
    .trim()
    .split("\n"),
);

/** @throws HttpError 400 for a common password, and for one that equals the account's email or name */
export function assertAcceptablePassword(
  password: string,
  { email, name, lang }: { email: string; name: string; lang: Language },
): void {
  const typed = password.trim().toLowerCase();
  if (commonPasswords.has(typed)) throw invalidParam("password", t(lang, "staff_errors.password_common"));
  if ([email, email.split("@")[0] ?? "", name].some((own) => own.trim().toLowerCase() === typed))
    throw invalidParam("password", t(lang, "staff_errors.password_personal"));
}
