import { lowerAscii } from "#contract/person-validation.ts";
import { verifyPassword } from "#shop/kernel/auth/passwords.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";

/** How to log in to the demonstration; the README publishes it. */
export const demoAccount = { username: "khachhang", email: "khach@lianne.example", password: "lianne-demo" };

/**
 * Finds the customer that the demonstration's seed created, before the database existed. A restored database is newer than all
 * of its customers, and one of a live shop may have the same username: the demonstration's has its email or password, too.
 * Hashes the password: never call it inside a transaction.
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
