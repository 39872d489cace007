import { minuteMs } from "#shop/kernel/base/clock.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { sweepEmailChanges } from "./email-change.ts";
import { sweepResets } from "./password-reset.ts";
import { sweepVerifications } from "./verify-email.ts";

/** Recurring jobs on accounts: each deletes links that have expired. */
export const accountJobs: readonly [name: string, everyMs: number, work: (tx: Tx, now: Date) => Promise<number>][] = [
  ["sweep-password-resets", 60 * minuteMs, sweepResets],
  ["sweep-email-changes", 60 * minuteMs, sweepEmailChanges],
  ["sweep-email-verifications", 60 * minuteMs, sweepVerifications],
];
