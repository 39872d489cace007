import type { Language } from "#contract/language.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { createTask } from "#shop/tasks/index.ts";
import {
  currentStep,
  type ImportRow,
  type ImportStep,
  isAnyRunning,
  requireImport,
  revertableUntil,
  shownState,
} from "./import-rows.ts";

export interface StartContext {
  staffId: number;
  lang: Language;
  now: Date;
  /** @throws HttpError if the role may not write what the file contains */
  authorize: (file: Pick<ImportRow, "changesStock">) => void;
}

/** Lines of one part of a task at least, and the number of parts at most. */
const linesPerPart = 50;
const maxParts = 100;
/** Chunks of products that are reverted, each by one transaction, at most. */
const maxChunks = 500;

const wrongState = (row: ImportRow, lang: Language, reason = shownState(row) as string): HttpError =>
  new HttpError(409, "lianne_invalid_state", t(lang, `import_errors.${reason}`), { extra: { state: shownState(row) } });

/** Locks the imports, of which one runs at a time. @throws HttpError 403, 404, 409 */
async function lockImport(tx: Tx, id: number, { lang, authorize }: StartContext): Promise<ImportRow> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('product imports'))`);
  const row = await requireImport(tx, id, lang);
  authorize(row);
  if (await isAnyRunning(tx)) throw wrongState(row, lang, "running");
  return row;
}

const isStopped = (row: ImportRow, step: ImportStep): boolean =>
  shownState(row) === "stopped" && currentStep(row) === step;

async function startTask(
  tx: Tx,
  { id, lines }: ImportRow,
  { step, parts }: { step: "check" | "write"; parts?: number },
  context: StartContext,
): Promise<void> {
  const count = parts ?? Math.min(maxParts, Math.ceil(lines / linesPerPart));
  const task = await createTask(tx, {
    ...{ kind: "product_import", action: step, input: { import: id, step, parts: count } },
    records: Array.from({ length: count }, (_, part) => part),
    ...{ staffId: context.staffId, lang: context.lang, now: context.now },
  });
  const state = step === "check" ? "checking" : "writing";
  await tx.run(sql`
    update product_import set state = ${state}, task_id = ${task}, started_at = ${context.now} where id = ${id}`);
}

/** Starts the dry run of a file, again if there was one. @throws HttpError 404, 409 */
export async function startCheck(
  tx: Tx,
  id: number,
  { strict, ...context }: StartContext & { strict: boolean },
): Promise<void> {
  const row = await lockImport(tx, id, context);
  if (row.file === null) throw wrongState(row, context.lang, "file");
  if (!["uploaded", "checked"].includes(shownState(row)) && !isStopped(row, "check"))
    throw wrongState(row, context.lang);
  await tx.run(sql`delete from product_import_line where import_id = ${id} and step = 'check'`);
  await tx.run(sql`update product_import set strict = ${strict} where id = ${id}`);
  await startTask(tx, row, { step: "check" }, context);
}

/** Starts the writing of a file that was checked, or continues it. @throws HttpError 404, 409 */
export async function startWriting(tx: Tx, id: number, context: StartContext): Promise<void> {
  const row = await lockImport(tx, id, context);
  if (shownState(row) !== "checked" && !isStopped(row, "write")) throw wrongState(row, context.lang);
  if (row.file === null) throw wrongState(row, context.lang, "file");
  if (row.strict && (row.counts["check:failed"] ?? 0) > 0) throw wrongState(row, context.lang, "strict");
  await startTask(tx, row, { step: "write", ...(row.strict ? { parts: 1 } : {}) }, context);
  await tx.run(sql`update product_import set written_at = coalesce(written_at, ${context.now}) where id = ${id}`);
}

/** Starts restoring the products that an import changed. @throws HttpError 404, 409 */
export async function startRevert(tx: Tx, id: number, context: StartContext): Promise<void> {
  const { staffId, lang, now } = context;
  const row = await lockImport(tx, id, context);
  const until = revertableUntil(row);
  if (shownState(row) !== "written" && !isStopped(row, "write") && !isStopped(row, "revert"))
    throw wrongState(row, lang);
  if (until === null || until <= now) throw wrongState(row, lang, "too_late");
  const chunks = await tx.all<{ chunk: number }>(sql`
    with numbered as (
      select product_id, row_number() over (order by product_id) place, count(*) over () total
      from product_import_product where import_id = ${id} and state = 'written'),
    stored as (
      update product_import_product p set chunk = 1 + (n.place - 1) / ceil(n.total::float8 / ${maxChunks})::integer
      from numbered n where p.import_id = ${id} and p.product_id = n.product_id returning p.chunk)
    select distinct chunk from stored order by chunk`);
  if (chunks.length === 0) {
    await tx.run(sql`update product_import set state = 'reverted' where id = ${id}`);
    return;
  }
  const task = await createTask(tx, {
    ...{ kind: "product_import_revert", action: "revert", records: chunks.map(({ chunk }) => chunk) },
    ...{ input: { import: id }, staffId, lang, now },
  });
  await tx.run(sql`
    update product_import set state = 'reverting', task_id = ${task}, started_at = ${now} where id = ${id}`);
}
