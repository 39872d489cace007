import { z } from "zod";
import { SingleLine } from "../field-schemas.ts";

/** ISO, UTC */
const Time = z.string();

export const JobsQuery = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(50),
});

/** The open jobs of one kind. */
export const JobKind = z.object({
  kind: z.string(),
  /** in the language of the request */
  name: z.string(),
  waiting: z.int(),
  /** in their first try */
  running: z.int(),
  /** failed before, with a retry ahead */
  retrying: z.int(),
  failed: z.int(),
  /** when the oldest of them was enqueued */
  oldest_at: Time,
});
export type JobKind = z.infer<typeof JobKind>;

/** A job that failed permanently. Texts are in the language of the request. */
export const FailedJob = z.object({
  id: z.int(),
  kind: z.string(),
  /** what it was to do: "Email “Đã nhận đơn hàng”" */
  title: z.string(),
  /** address of an email to a customer */
  recipient: z.string().nullable(),
  /** what has not happened because of it */
  explanation: z.string(),
  /** the record that it concerns, as in the audit log: `order`, `10015` */
  record: z.object({ entity: z.string(), id: z.string() }).nullable(),
  enqueued_at: Time,
  failed_at: Time,
  tries: z.int(),
  /** the error message, one line */
  error: z.string(),
  /** an email that its recipient may have: a retry has to confirm that */
  maybe_sent: z.boolean(),
  /** false: a retry would fail again */
  retryable: z.boolean(),
});
export type FailedJob = z.infer<typeof FailedJob>;

export const Jobs = z.object({
  kinds: z.array(JobKind),
  /** a page of them, the oldest first */
  failed: z.array(FailedJob),
});
export type Jobs = z.infer<typeof Jobs>;

/** `maybe_sent`: the email may have been sent, and is sent again. */
export const RetryJob = z.object({ maybe_sent: z.boolean().default(false) });
export const RetryJobsQuery = z.object({ kind: z.string().min(1).max(60).optional() });
/** `left`: failed jobs that were not retried, since they require a confirmation or would fail again. */
export const RetriedJobs = z.object({ retried: z.int(), left: z.int() });
export type RetriedJobs = z.infer<typeof RetriedJobs>;

export const DismissJob = z.object({ reason: SingleLine(500).min(1) });
/** `dismissed_at` null: it is listed as failed. */
export const DismissedJob = z.object({ id: z.int(), dismissed_at: Time.nullable() });
export type DismissedJob = z.infer<typeof DismissedJob>;
