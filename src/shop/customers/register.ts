import type { z } from "zod";
import type { Register } from "#contract/customer.ts";
import type { Language } from "#contract/language.ts";
import type { Db } from "#shop/kernel/db/database.ts";
import { queueMail } from "#shop/mail/index.ts";
import { findDuplicateFields, insertCustomer } from "./customer-store.ts";
import { hashPassword } from "#shop/kernel/auth/passwords.ts";
import { takenError, withTakenErrors } from "./duplicate-account.ts";

export type Registration = z.output<typeof Register>;

/**
 * Creates an account, without logging in, and sends a welcome email. @throws HttpError 400 that names each taken field
 */
export async function register(db: Db, form: Registration, lang: Language): Promise<number> {
  const error = takenError(await findDuplicateFields(db, form), lang);
  if (error) throw error;
  const passwordHash = await hashPassword(form.password);
  const { username, email, phone, first_name: firstName, last_name: lastName } = form;
  return withTakenErrors(lang, () =>
    db.transaction(async (tx) => {
      const id = await insertCustomer(tx, {
        username,
        email,
        phone,
        firstName,
        lastName,
        passwordHash,
        language: lang,
      });
      const values = { name: firstName, username };
      await queueMail(tx, { template: "welcome", to: email, lang, values }, { customerId: id });
      return id;
    }),
  );
}
