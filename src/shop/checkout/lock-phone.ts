import { sql, type Tx } from "#shop/kernel/db/database.ts";

const phoneLockClass = 7_145_002;

/**
 * Locks a phone number until the transaction ends, so that concurrent orders of different customers count each other.
 * @param phone E.164
 */
export async function lockPhone(tx: Tx, phone: string): Promise<void> {
  await tx.one(sql`select pg_advisory_xact_lock(${phoneLockClass}::integer, hashtext(${phone}))`);
}
