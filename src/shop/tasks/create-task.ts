import { maxTaskRecords, type TaskKindName } from "#contract/backoffice/tasks.ts";
import type { Language } from "#contract/language.ts";
import { currentAuditActor } from "#shop/kernel/db/audit.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";

/** The kind of the job that runs a task. */
export const backgroundTaskJob = "background_task";
/** Tasks do not wait for each other: field of the payload that partitions the jobs. */
export const backgroundTaskPartition = "task";

export interface NewTask {
  staffId: number;
  kind: TaskKindName;
  /** what the kind does with each record, shown in the list of tasks */
  action: string;
  /** ids, in the order in which they are processed */
  records: readonly number[];
  /** stored with the task, and passed to the kind with each record */
  input: unknown;
  lang: Language;
  now: Date;
}

/** @throws HttpError 400 for no records, or for more than {@link maxTaskRecords} */
export function assertTaskSize(count: number, lang: Language): void {
  if (count === 0) throw invalidParam("ids", t(lang, "task_errors.none"));
  if (count > maxTaskRecords)
    throw invalidParam("ids", t(lang, "task_errors.too_many", { max: maxTaskRecords, count }));
}

/**
 * Queues a background task, which starts after the transaction. @returns its id
 * @throws HttpError as {@link assertTaskSize}
 */
export async function createTask(tx: Tx, task: NewTask): Promise<number> {
  const { staffId, kind, action, input, lang, now } = task;
  const records = [...new Set(task.records)];
  assertTaskSize(records.length, lang);
  const row = await tx.one<{ id: number }>(sql`
    insert into background_task (staff_id, kind, payload, total, actor, language, created_at)
    values (${staffId}, ${kind}, ${json({ action, records, input })}::jsonb, ${records.length},
      ${json(currentAuditActor())}::jsonb, ${lang}, ${now})
    returning id`);
  if (!row) throw new Error("the task was not inserted");
  await enqueue(tx, backgroundTaskJob, { task: row.id }, { runAfter: now });
  return row.id;
}
