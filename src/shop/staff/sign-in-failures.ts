import { lowerAscii } from "#contract/person-validation.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { hashToken } from "#shop/kernel/base/secrets.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";

/** Failures of this time count; a lock ends the longer delays of further ones when there has been none for this long after it. */
const windowMs = 15 * minuteMs;
/** This many wrong passwords and codes lock the account. */
const maxFailures = 5;
/** How long the account is locked by that failure, and by each further one. */
const lockMinutes = [1, 2, 4, 8, 15];

const subjectOf = (email: string): Buffer => hashToken(lowerAscii(email.trim()));

/** Until when an email is locked, whether or not it has an account; null if it is not. */
export async function lockedUntil(reader: Reader, email: string, now: Date): Promise<Date | null> {
  const row = await reader.one<{ lockedUntil: Date | null }>(
    sql`select locked_until "lockedUntil" from staff_sign_in_failure where email_hash = ${subjectOf(email)}`,
  );
  return row?.lockedUntil && row.lockedUntil > now ? row.lockedUntil : null;
}

/** Counts a wrong password or code: both together. @returns the end of the lock that it causes, or null */
export async function recordFailure(tx: Tx, email: string, now: Date): Promise<Date | null> {
  const from = new Date(now.getTime() - windowMs);
  const isLocked = sql`f.locked_until is not null and greatest(f.last_failed_at, f.locked_until) > ${from}`;
  const recent = sql`select at from unnest(f.failed_at) at where at > ${from} order by at desc limit ${maxFailures - 1}`;
  const row = await tx.one<{ failures: number }>(sql`
    insert into staff_sign_in_failure as f (email_hash, failures, last_failed_at, failed_at)
    values (${subjectOf(email)}, 1, ${now}, array[${now}::timestamptz])
    on conflict (email_hash) do update set last_failed_at = ${now},
      failed_at = array(${recent}) || ${now}::timestamptz,
      failures = case when ${isLocked} then f.failures + 1 else cardinality(array(${recent})) + 1 end,
      locked_until = case when ${isLocked} then f.locked_until end
    returning failures`);
  const locks = (row?.failures ?? 0) - maxFailures + 1;
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
