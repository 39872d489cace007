import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { type AuditActor, runAsActor } from "#shop/kernel/db/audit.ts";
import { isDatabaseUnavailable } from "#shop/kernel/db/database-unavailable.ts";
import { json, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { type OutboxHandler, PermanentJobError, RescheduleJob } from "#shop/kernel/jobs/jobs.ts";
import { runWithRequestContext } from "#shop/kernel/observability/request-context.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { LongTaskKind, RecordTaskKind, TaskKind, TaskKinds } from "./task-kind.ts";

type RunnerContext = Pick<AppContext, "db" | "clock" | "log">;

/** A job runs for so long; then it is queued again, so that its lease stays valid and a shop that stops does not wait for it. */
const sliceMs = 2_000;
const retentionMs = 30 * dayMs;

const Payload = z.object({ task: z.int() });

interface StoredTask {
  id: number;
  staffId: number | null;
  kind: string;
  payload: { records: number[]; input: unknown };
  actor: AuditActor | null;
  language: Language;
}

const findTask = ({ db }: RunnerContext, id: number): Promise<StoredTask | undefined> =>
  db.one<StoredTask>(sql`
    select id, staff_id "staffId", kind, payload, actor, language from background_task where id = ${id}`);

const stopSql = (id: number, now: Date): Sql =>
  sql`update background_task set state = 'stopped', finished_at = ${now} where id = ${id}`;

/**
 * Locks a task for its next record. One whose account was closed or deleted is stopped: no action continues in its name.
 * @returns the number of processed records; null if the task has ended
 */
async function lockTask(tx: Tx, id: number, now: Date): Promise<number | null> {
  const row = await tx.one<{ processed: number; active: boolean }>(sql`
    select jsonb_array_length(b.results) processed,
      exists (select from staff m where m.id = b.staff_id and m.closed_at is null) active
    from background_task b where b.id = ${id} and b.state in ('queued', 'running') for update of b`);
  if (row?.active === false) await tx.run(stopSql(id, now));
  return row?.active ? row.processed : null;
}

const appendSql = (id: number, result: { id: number; ok: boolean; message: string | null }, now: Date): Sql => sql`
  update background_task set results = results || ${json([result])}::jsonb,
    state = case when jsonb_array_length(results) + 1 >= total then 'done' else 'running' end,
    finished_at = case when jsonb_array_length(results) + 1 >= total then ${now}::timestamptz end
  where id = ${id}`;

/** The reason of a failure, for the person. @throws if the database is unavailable: the job is retried */
function failureMessage({ log }: RunnerContext, error: unknown, { id, kind, language }: StoredTask): string {
  if (error instanceof HttpError) return error.message;
  if (isDatabaseUnavailable(error)) throw error;
  log.error({ err: error, task: id, kind }, "a record of a background task failed unexpectedly");
  return t(language, "task_errors.unexpected");
}

/** What became of a step: there are more records, the task has ended, or the record is not complete yet. */
type StepResult = "next" | "end" | "later";

/** Stores the result of the record at a place, unless the task was stopped or another process has stored it meanwhile. */
const recordAt = (shop: RunnerContext, task: StoredTask, place: number, message: string | null): Promise<StepResult> =>
  shop.db.transaction(async (tx) => {
    const { id, payload } = task;
    const now = shop.clock.now();
    const processed = await lockTask(tx, id, now);
    const record = payload.records[place];
    if (processed !== place || record === undefined) return processed === null ? "end" : "next";
    await tx.run(appendSql(id, { id: record, ok: message === null, message }, now));
    return place + 1 < payload.records.length ? "next" : "end";
  });

/** Processes the next record with transactions of its own. */
async function workOnNext(
  shop: RunnerContext,
  task: StoredTask,
  kind: LongTaskKind,
  isOver: () => boolean,
): Promise<StepResult> {
  const { staffId, payload, language: lang } = task;
  const now = shop.clock.now();
  const place = await shop.db.transaction((tx) => lockTask(tx, task.id, now));
  const record = place === null ? undefined : payload.records[place];
  if (place === null || record === undefined || staffId === null) return "end";
  try {
    const context = { input: payload.input, staffId, lang, now };
    if (!(await kind.work(record, context, isOver))) return "later";
  } catch (error) {
    return recordAt(shop, task, place, failureMessage(shop, error, task));
  }
  return recordAt(shop, task, place, null);
}

/** Processes the next record in one transaction. */
async function runNext(shop: RunnerContext, task: StoredTask, kind: RecordTaskKind): Promise<StepResult> {
  const { db, clock } = shop;
  const { id, staffId, language: lang, payload } = task;
  const now = clock.now();
  /** place of the record in progress */
  let place: number | null = null;
  const isLast = (processed: number) => processed + 1 >= payload.records.length;
  try {
    return await db.transaction(async (tx) => {
      place = await lockTask(tx, id, now);
      const record = place === null ? undefined : payload.records[place];
      if (place === null || record === undefined || staffId === null) return "end";
      await kind.run(tx, record, { input: payload.input, staffId, lang, now });
      await tx.run(appendSql(id, { id: record, ok: true, message: null }, now));
      return isLast(place) ? "end" : "next";
    });
  } catch (error) {
    const failedPlace = place as number | null;
    if (failedPlace === null) throw error;
    return recordAt(shop, task, failedPlace, failureMessage(shop, error, task));
  }
}

const processNext = (
  shop: RunnerContext,
  task: StoredTask,
  kind: TaskKind,
  isOver: () => boolean,
): Promise<StepResult> => ("run" in kind ? runNext(shop, task, kind) : workOnNext(shop, task, kind, isOver));

const endSql = (id: number, now: Date): Sql => sql`
  update background_task set state = 'failed', finished_at = ${now} where id = ${id} and finished_at is null`;

/**
 * Runs a task record by record, as the staff member that started it. Each record has a transaction of its own, which also stores its result,
 * so a task continues where it was after its process died.
 */
export function backgroundTaskHandler(shop: RunnerContext, kinds: TaskKinds): OutboxHandler {
  const known: Readonly<Record<string, TaskKind | undefined>> = kinds;
  return async (job) => {
    const task = await findTask(shop, Payload.parse(job).task);
    if (!task) return;
    const kind = known[task.kind];
    if (!kind) {
      await shop.db.write(endSql(task.id, shop.clock.now()));
      throw new PermanentJobError(`there is no background task of the kind ${task.kind}`);
    }
    const end = performance.now() + sliceMs;
    const isOver = () => performance.now() > end;
    const next = () =>
      // an id of its own: the jobs that a record enqueues wait and are undone independently of the other records
      runWithRequestContext({ id: randomUUID(), log: shop.log }, () =>
        task.actor
          ? runAsActor(task.actor, () => processNext(shop, task, kind, isOver))
          : processNext(shop, task, kind, isOver),
      );
    for (let result = await next(); result !== "end"; result = await next())
      if (result === "later" || isOver()) throw new RescheduleJob(shop.clock.now());
  };
}

/** Stops unfinished tasks without an account, whose job may be deleted, and deletes tasks that ended a month ago. @returns how many were deleted */
export async function sweepTasks(tx: Tx, now: Date): Promise<number> {
  await tx.run(sql`
    update background_task set state = 'stopped', finished_at = ${now} where staff_id is null and state in ('queued', 'running')`);
  return tx.run(sql`delete from background_task where finished_at < ${new Date(now.getTime() - retentionMs)}`);
}
