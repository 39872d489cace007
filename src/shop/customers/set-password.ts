import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { cancelEmailChange } from "./email-change.ts";
import { endAllSessions } from "#shop/kernel/auth/sessions.ts";

/**
 * Changes a password, ends every session on every device, and invalidates every reset key and email change of the account.
 * @param passwordHash from hashPassword, computed before the transaction
 */
export async function setPassword(tx: Tx, customerId: number, passwordHash: string, now: Date): Promise<void> {
  await tx.run(sql`update customer set password_hash = ${passwordHash}, modified_at = ${now} where id = ${customerId}`);
  await endAllSessions(tx, customerId);
  await tx.run(sql`update password_reset set used_at = ${now} where customer_id = ${customerId} and used_at is null`);
  await cancelEmailChange(tx, customerId);
}
