import { lowerAscii } from "#contract/person-validation.ts";
import { verifyPassword } from "#shop/kernel/auth/passwords.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";

/** Credentials of the demonstration's customer, published in the README. */
export const demoAccount = { username: "khachhang", email: "khach@lianne.example", password: "lianne-demo" };

/**
 * Finds the customer of the demonstration's seed, in any later database too. A customer of a live shop may have the
 * same username, so two more facts identify this one: it is older than the database, as the seed's data is, and has the
 * demonstration's email or password. Hashes the password: never call it inside a transaction.
 */
export async function findDemoCustomer(reader: Reader): Promise<{ id: number; email: string } | undefined> {
  const { username, email, password } = demoAccount;
  const customers = await reader.all<{ id: number; email: string; hash: string | null }>(sql`
    select id, email, password_hash hash from customer
    where (lower(username) = ${username} or lower(email) = ${email}) and created_at < (select min(applied_at) from migration)`);
  for (const { id, email: own, hash } of customers)
    if (lowerAscii(own) === email || (await verifyPassword(hash, password))) return { id, email: own };
  return undefined;
}
