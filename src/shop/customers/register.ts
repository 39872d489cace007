import type { z } from "zod";
import type { Register } from "#contract/customer.ts";
import type { Language } from "#contract/language.ts";
import type { Db } from "#shop/kernel/db/database.ts";
import { queueMail } from "#shop/mail/index.ts";
import { findTaken, insertCustomer } from "./customer-store.ts";
import { hashPassword } from "./passwords.ts";
import { refusalOfTaken, refusingTaken } from "./duplicate-account.ts";

export type Registration = z.output<typeof Register>;

/** Makes an account, without logging in, and welcomes it by mail. @throws Refusal 400 that names each taken field */
export async function register(
  db: Db,
  form: Registration,
  { lang, home }: { lang: Language; home: string },
): Promise<number> {
  const refusal = refusalOfTaken(await findTaken(db, form), lang);
  if (refusal) throw refusal;
  const passwordHash = await hashPassword(form.password);
  const { username, email, phone, first_name: firstName, last_name: lastName } = form;
  return refusingTaken(lang, () =>
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
      await queueMail(tx, { template: "welcome", to: email, lang, values: { name: firstName, username, url: home } });
      return id;
    }),
  );
}
