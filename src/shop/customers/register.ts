import type { z } from "zod";
import type { Register } from "#contract/customer.ts";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { findDuplicateFields, insertCustomer } from "./customer-store.ts";
import { hashPassword } from "#shop/kernel/auth/passwords.ts";
import { takenError, withTakenErrors } from "./duplicate-account.ts";
import { requestVerification } from "./verify-email.ts";

export type Registration = z.output<typeof Register>;

/** How long an account lasts that is never used, so that a mistyped email does not keep its owner from registering. */
const unusedLifetimeMs = 30 * dayMs;

/**
 * Creates an account, without logging in, and sends a welcome email with the link that confirms the address.
 * @throws HttpError 400 that names each taken field
 */
export async function register(
  { db, clock, config: { publicUrl, appSecret } }: Pick<AppContext, "db" | "clock" | "config">,
  form: Registration,
  lang: Language,
): Promise<number> {
  const error = takenError(await findDuplicateFields(db, form), lang);
  if (error) throw error;
  const passwordHash = await hashPassword(form.password);
  const { username, email, phone, first_name: firstName, last_name: lastName } = form;
  const now = clock.now();
  return withTakenErrors(lang, () =>
    db.transaction(async (tx) => {
      const id = await insertCustomer(tx, {
        ...{ username, email, phone, firstName, lastName, passwordHash, language: lang },
        endUnlessUsedAt: new Date(now.getTime() + unusedLifetimeMs),
      });
      const link = { email, username, name: firstName, lang, now, publicUrl, appSecret };
      await requestVerification(tx, id, { template: "welcome", ...link });
      return id;
    }),
  );
}
