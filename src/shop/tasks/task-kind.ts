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

/** A kind whose records are processed by one transaction each. */
export interface RecordTaskKind {
  /**
   * Processes one record in its transaction, which also stores the result: after a lost process no record is processed twice.
   * @throws HttpError if the record cannot be processed: its message is the result, and the other records continue
   */
  run(tx: Tx, record: number, context: TaskContext<unknown>): Promise<void>;
}

/** A kind whose records need transactions of their own, or wait for other servers. */
export interface LongTaskKind {
  /**
   * Processes one record outside of a transaction; it may run again after a lost process, so it stores by itself what is done.
   * @param isOver whether to pause: the rest follows in another call
   * @returns whether the record is complete
   * @throws HttpError as {@link RecordTaskKind}
   */
  work(record: number, context: TaskContext<unknown>, isOver: () => boolean): Promise<boolean>;
}

/** One kind of background task, as the runner calls it. */
export type TaskKind = RecordTaskKind | LongTaskKind;

/** The kinds that are registered. */
export type TaskKinds = Readonly<Record<TaskKindName, TaskKind>>;

/**
 * Declares a kind. @param input schema of what a task stores besides its records: a later version must still parse it
 */
export const defineTaskKind = <Schema extends z.ZodType>(
  input: Schema,
  run: (tx: Tx, record: number, context: TaskContext<z.output<Schema>>) => Promise<void>,
): RecordTaskKind => ({
  run: (tx, record, context) => run(tx, record, { ...context, input: input.parse(context.input) }),
});

/** Declares a kind as {@link defineTaskKind} does, whose records need more than one transaction. */
export const defineLongTaskKind = <Schema extends z.ZodType>(
  input: Schema,
  work: (record: number, context: TaskContext<z.output<Schema>>, isOver: () => boolean) => Promise<boolean>,
): LongTaskKind => ({
  work: (record, context, isOver) => work(record, { ...context, input: input.parse(context.input) }, isOver),
});
