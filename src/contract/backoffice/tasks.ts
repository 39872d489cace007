import { z } from "zod";

/** Records of one background task, at most. */
export const maxTaskRecords = 500;

/** Kinds of background tasks, each registered by the module that runs it. Texts: `task_kinds.<kind>`. */
export const taskKinds = [
  "orders_bulk",
  "price_change",
  "price_change_undo",
  "product_import",
  "product_import_revert",
] as const;
export type TaskKindName = (typeof taskKinds)[number];

export const taskStates = ["queued", "running", "done", "failed", "stopped"] as const;

/** One action on many records, which the server runs by itself. */
export const BackgroundTask = z.object({
  id: z.int(),
  kind: z.enum(taskKinds),
  /** what the kind does: the action on orders */
  action: z.string(),
  state: z.enum(taskStates),
  /** number of records */
  total: z.int(),
  /** records with a result so far */
  processed: z.int(),
  /** those of them that failed */
  failed: z.int(),
  /** the staff member that started it; null after the account was deleted */
  by: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type BackgroundTask = z.infer<typeof BackgroundTask>;

/** The result of one record; `message` is the reason why it failed, in the language of the request that started the task. */
export const TaskResult = z.object({ id: z.int(), ok: z.boolean(), message: z.string().nullable() });
export type TaskResult = z.infer<typeof TaskResult>;

/** A task with the results of the records that were processed, in the order of the request. */
export const BackgroundTaskDetail = BackgroundTask.extend({ results: z.array(TaskResult) });
export type BackgroundTaskDetail = z.infer<typeof BackgroundTaskDetail>;
