import { sql, type Tx } from "#shop/kernel/db/database.ts";

const phoneLockClass = 7_145_002;
const guestLockClass = 7_145_003;

const lock = (tx: Tx, lockClass: number, subject: string): Promise<unknown> =>
  tx.one(sql`select pg_advisory_xact_lock(${lockClass}::integer, hashtext(${subject}))`);

/**
 * Locks a phone number until the transaction ends, so that concurrent orders of different customers count each other.
 * @param phone E.164
 */
export async function lockPhone(tx: Tx, phone: string): Promise<void> {
  await lock(tx, phoneLockClass, phone);
}

/**
 * Locks what the orders of guests are counted by, until the transaction ends: a visitor, an address or a network. In one
 * transaction always in this order: the visitor before the phone number, address and network after it.
 */
export async function lockGuests(tx: Tx, by: "visitor" | "place" | "network", value: string): Promise<void> {
  await lock(tx, guestLockClass, `${by}:${value}`);
}
