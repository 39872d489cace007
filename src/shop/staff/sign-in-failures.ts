import { lowerAscii } from "#contract/person-validation.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { hashToken } from "#shop/kernel/base/secrets.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";

/** Failures are counted until there has been none for this long. */
const windowMs = 15 * minuteMs;
/** This many wrong passwords or codes have no consequence. */
const freeFailures = 4;
/** How long the account is locked after each further failure. */
const lockMinutes = [1, 2, 4, 8, 15];

const subjectOf = (email: string): Buffer => hashToken(lowerAscii(email.trim()));

/** Until when an email is locked, whether or not it has an account; null if it is not. */
export async function lockedUntil(reader: Reader, email: string, now: Date): Promise<Date | null> {
  const row = await reader.one<{ lockedUntil: Date | null }>(
    sql`select locked_until "lockedUntil" from staff_sign_in_failure where email_hash = ${subjectOf(email)}`,
  );
  return row?.lockedUntil && row.lockedUntil > now ? row.lockedUntil : null;
}

/** Counts a wrong password or code. @returns the end of the lock that it causes, or null */
export async function recordFailure(tx: Tx, email: string, now: Date): Promise<Date | null> {
  const from = new Date(now.getTime() - windowMs);
  const row = await tx.one<{ failures: number }>(sql`
    insert into staff_sign_in_failure as f (email_hash, failures, last_failed_at) values (${subjectOf(email)}, 1, ${now})
    on conflict (email_hash) do update set last_failed_at = ${now},
      failures = case when greatest(f.last_failed_at, f.locked_until) > ${from} then f.failures + 1 else 1 end
    returning failures`);
  const locks = (row?.failures ?? 0) - freeFailures;
  const minutes = lockMinutes[Math.min(locks, lockMinutes.length) - 1];
  if (minutes === undefined) return null;
  const until = new Date(now.getTime() + minutes * minuteMs);
  await tx.run(sql`update staff_sign_in_failure set locked_until = ${until} where email_hash = ${subjectOf(email)}`);
  return until;
}

/** A complete sign-in ends the count. */
export const clearFailures = (tx: Tx, email: string): Promise<number> =>
  tx.run(sql`delete from staff_sign_in_failure where email_hash = ${subjectOf(email)}`);

/** Deletes counts that have no effect any more. */
export const sweepFailures = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`
    delete from staff_sign_in_failure
    where greatest(last_failed_at, locked_until) < ${new Date(now.getTime() - windowMs)}`);
