import type { Language } from "#contract/language.ts";
import { hashPassword } from "#shop/kernel/auth/passwords.ts";
import { type Db, isDuplicate, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { insertCustomer } from "./customer-store.ts";
import { freeUsername } from "./free-username.ts";
import { requestVerification } from "./verify-email.ts";

/** The buyer of an order that is to be stored in an account. */
interface BuyerPerson {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  phone: string;
  lang: Language;
}

export const findAccountByEmail = (reader: Reader, email: string): Promise<{ id: number } | undefined> =>
  reader.one(sql`select id from customer where lower(email) = lower(${email})`);

/** Names that other accounts take at the same moment are tried again. */
const maxTries = 5;

/**
 * Creates an account from the contact of an order, and emails the link that confirms its email.
 * @param complete what belongs to the same transaction
 * @returns null if an account has the email
 */
export async function createBuyerAccount<T>(
  db: Db,
  person: BuyerPerson,
  {
    now,
    publicUrl,
    appSecret,
    complete,
  }: {
    now: Date;
    publicUrl: string;
    appSecret: string;
    complete: (tx: Tx, account: { customerId: number; username: string }) => Promise<T>;
  },
): Promise<T | null> {
  const { email, lang, firstName: name } = person;
  const passwordHash = await hashPassword(person.password);
  for (let attempt = 1; ; attempt++) {
    const username = await freeUsername(db, email);
    try {
      return await db.transaction(async (tx) => {
        const customerId = await insertCustomer(tx, {
          ...{ ...person, username, passwordHash, language: lang },
          // it has an order
          endUnlessUsedAt: null,
        });
        const mail = { template: "account_confirm", email, username, name, lang, now, publicUrl, appSecret } as const;
        await requestVerification(tx, customerId, mail);
        return complete(tx, { customerId, username });
      });
    } catch (error) {
      if (isDuplicate(error, "customer_email")) return null;
      if (!isDuplicate(error, "customer_username") || attempt === maxTries) throw error;
    }
  }
}
