import type { Language } from "#contract/language.ts";
import { isDuplicate } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/errors.ts";
import { t } from "#shop/kernel/request/messages.ts";

type Field = "username" | "email";
const fields = ["username", "email"] as const;
const codes = {
  username: "registration-error-username-exists",
  email: "registration-error-email-exists",
} as const;

/** 400 that names each taken field, under WooCommerce's code for the first. Null when none is. */
export function refusalOfTaken(taken: Partial<Record<Field, boolean>>, lang: Language): HttpError | null {
  const named = fields.filter((field) => taken[field]);
  const [first] = named;
  if (!first) return null;
  const sentences = named.map((field) => ({ field, code: codes[field], message: t(lang, `auth.${field}_taken`) }));
  return new HttpError(400, codes[first], sentences.map(({ message }) => message).join(" "), {
    extra: {
      params: Object.fromEntries(sentences.map(({ field, message }) => [field, message])),
      details: Object.fromEntries(
        sentences.map(({ field, code, message }) => [field, { code, message, data: { param: field } }]),
      ),
    },
  });
}

/** Runs a write; a field taken by somebody else at the same moment is the same refusal. */
export async function refusingTaken<T>(lang: Language, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const refusal = refusalOfTaken(
      { username: isDuplicate(error, "customer_username"), email: isDuplicate(error, "customer_email") },
      lang,
    );
    throw refusal ?? error;
  }
}
