import type { Language } from "#contract/language.ts";
import { isDuplicate } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";

type UniqueField = "username" | "email";
const fields = ["username", "email"] as const;
const codes = {
  username: "registration-error-username-exists",
  email: "registration-error-email-exists",
} as const;

/** 400 that names each taken field, with WooCommerce's code for the first. Null if none is taken. */
export function takenError(taken: Partial<Record<UniqueField, boolean>>, lang: Language): HttpError | null {
  const named = fields.filter((field) => taken[field]);
  const [first] = named;
  if (!first) return null;
  const messages = named.map((field) => ({ field, code: codes[field], message: t(lang, `auth.${field}_taken`) }));
  return new HttpError(400, codes[first], messages.map(({ message }) => message).join(" "), {
    extra: {
      params: Object.fromEntries(messages.map(({ field, message }) => [field, message])),
      details: Object.fromEntries(
        messages.map(({ field, code, message }) => [field, { code, message, data: { param: field } }]),
      ),
    },
  });
}

/** Runs a write; a field taken by a concurrent write gives the same error. */
export async function withTakenErrors<T>(lang: Language, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const taken = takenError(
      { username: isDuplicate(error, "customer_username"), email: isDuplicate(error, "customer_email") },
      lang,
    );
    throw taken ?? error;
  }
}
