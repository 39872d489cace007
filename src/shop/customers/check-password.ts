import { type Db, sql } from "#shop/kernel/db/database.ts";
import { verifyPassword } from "#shop/kernel/auth/passwords.ts";

/**
 * @returns the stored hash if the password is correct, so that a later step can check that it is unchanged; else null
 */
export async function checkCustomerPassword(db: Db, customerId: number, password: string): Promise<string | null> {
  const row = await db.one<{ hash: string }>(sql`select password_hash "hash" from customer where id = ${customerId}`);
  const fits = await verifyPassword(row?.hash ?? null, password);
  return row && fits ? row.hash : null;
}
