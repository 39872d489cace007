import type { z } from "zod";
import type { TaskKindName } from "#contract/backoffice/tasks.ts";
import type { Language } from "#contract/language.ts";
import type { Tx } from "#shop/kernel/db/database.ts";

/** What a kind needs to process one record. */
export interface TaskContext<Input> {
  input: Input;
  /** the staff member that started the task */
  staffId: number;
  /** of messages about failed records */
  lang: Language;
  now: Date;
}

/** One kind of background task, as the runner calls it. */
export interface TaskKind {
  /**
   * Processes one record in its transaction, which also stores the result: after a lost process no record is processed twice.
   * @throws HttpError if the record cannot be processed: its message is the result, and the other records continue
   */
  run(tx: Tx, record: number, context: TaskContext<unknown>): Promise<void>;
}

/** The kinds that are registered. */
export type TaskKinds = Readonly<Record<TaskKindName, TaskKind>>;

/**
 * Declares a kind. @param input schema of what a task stores besides its records: a later version must still parse it
 */
export const defineTaskKind = <Schema extends z.ZodType>(
  input: Schema,
  run: (tx: Tx, record: number, context: TaskContext<z.output<Schema>>) => Promise<void>,
): TaskKind => ({
  run: (tx, record, context) => run(tx, record, { ...context, input: input.parse(context.input) }),
});
