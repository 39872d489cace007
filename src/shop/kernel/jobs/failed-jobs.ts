import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";

/** A row of `outbox` is a job that failed permanently, and that is not dismissed. */
export const isFailedJob: Sql = sql`(failed_at is not null and dismissed_at is null)`;

/** The code of a failure that every retry would have again. */
export const expiredReason = "expired";

/** An email that may have been sent: the mail server was about to get its content. */
export const isMaybeSent: Sql = sql`(smtp_data_at is not null)`;

export const isRetryable: Sql = sql`(failure_reason is distinct from ${expiredReason})`;

/** The first line of a stored error. */
export const firstLineOf = (error: string | null): string =>
  ((error ?? "").split("\n")[0] ?? "").replace(/^Error: /, "");

/**
 * Lets failed jobs run again. @param which condition on rows of `outbox`; emails that may have been sent are sent again, unless it leaves
 * them out @returns their number
 */
export const retryFailedJobs = (tx: Tx, which: Sql, now: Date): Promise<number> =>
  tx.run(sql`
    update outbox set failed_at = null, failure_reason = null, attempts = 0, run_after = ${now}, smtp_data_at = null, last_error = null
    where ${which} and ${isFailedJob}`);

/** Records that a failed job is not retried. @returns 0 if it is not failed */
export const dismissFailedJob = (
  tx: Tx,
  id: number,
  { staffId, reason, now }: { staffId: number; reason: string; now: Date },
): Promise<number> =>
  tx.run(sql`
    update outbox set dismissed_at = ${now}, dismissed_by = ${staffId}, dismissed_because = ${reason}
    where id = ${id} and ${isFailedJob}`);

/** Undoes that. @returns 0 if the job is not dismissed */
export const restoreDismissedJob = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`
    update outbox set dismissed_at = null, dismissed_by = null, dismissed_because = ''
    where id = ${id} and dismissed_at is not null`);
