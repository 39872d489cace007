import type { ProductImport } from "#contract/backoffice/product-imports.ts";
import { type ImportState, revertDays } from "#contract/backoffice/import-choices.ts";
import type { HistoryPage } from "#contract/backoffice/history-page.ts";
import type { Language } from "#contract/language.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";

/** What an import does with its file or with the products. */
export type ImportStep = "check" | "write" | "revert";

type StoredState = Exclude<ImportState, "stopped">;
const stepOf: Partial<Record<StoredState, ImportStep>> = { checking: "check", writing: "write", reverting: "revert" };

export interface ImportRow {
  id: number;
  fileName: string;
  file: string | null;
  lines: number;
  unknownColumns: string[];
  strict: boolean;
  changesStock: boolean;
  state: StoredState;
  task: number | null;
  taskRuns: boolean;
  counts: Partial<Record<`${"check" | "write"}:${keyof ProductImport["checked"]}`, number>>;
  products: Partial<ProductImport["products"]>;
  by: string | null;
  createdAt: Date;
  startedAt: Date | null;
  writtenAt: Date | null;
}

const runs = sql`b.state in ('queued', 'running')`;

const rowsWhere = (condition: Sql, page: Sql = sql``): Sql => sql`
  select i.id, i.file_name "fileName", i.file, i.lines, i.unknown_columns "unknownColumns", i.strict, i.changes_stock "changesStock", i.state, i.task_id task,
    coalesce(${runs}, false) "taskRuns", m.name "by", i.created_at "createdAt", i.started_at "startedAt", i.written_at "writtenAt",
    coalesce((select jsonb_object_agg(name, number) from (
      select step || ':' || outcome name, count(*) number from product_import_line where import_id = i.id group by step, outcome) c),
      '{}') counts,
    coalesce((select jsonb_object_agg(state, number) from (
      select state, count(*) number from product_import_product where import_id = i.id group by state) c), '{}') products
  from product_import i
    left join background_task b on b.id = i.task_id
    left join staff m on m.id = i.staff_id
  where ${condition} order by i.id desc ${page}`;

/** The state that is shown: `stopped` if the task ended before its time. */
export const shownState = ({ state, taskRuns }: ImportRow): ImportState =>
  stepOf[state] !== undefined && !taskRuns ? "stopped" : state;

/** What is in progress, or was stopped. */
export const currentStep = ({ state }: ImportRow): ImportStep | null => stepOf[state] ?? null;

/** Until when an import can be reverted; null before it has begun to write. */
export const revertableUntil = ({ writtenAt }: ImportRow): Date | null =>
  writtenAt && new Date(writtenAt.getTime() + revertDays * dayMs);

const countsOf = ({ counts }: ImportRow, step: "check" | "write"): ProductImport["checked"] => ({
  created: counts[`${step}:created`] ?? 0,
  updated: counts[`${step}:updated`] ?? 0,
  skipped: counts[`${step}:skipped`] ?? 0,
  failed: counts[`${step}:failed`] ?? 0,
});

export function toImport(row: ImportRow, now: Date): ProductImport {
  const state = shownState(row);
  const until = revertableUntil(row);
  const isRevertable =
    (state === "written" || (state === "stopped" && currentStep(row) !== "check")) && until !== null && until > now;
  return {
    ...{ id: row.id, file_name: row.fileName, lines: row.lines, unknown_columns: row.unknownColumns },
    ...{ strict: row.strict, state, step: state === "stopped" ? currentStep(row) : null, task: row.task },
    ...{ checked: countsOf(row, "check"), written: countsOf(row, "write") },
    products: { written: 0, reverted: 0, left: 0, ...row.products },
    ...{ by: row.by, created_at: row.createdAt.toISOString(), written_at: row.writtenAt?.toISOString() ?? null },
    revert_until: isRevertable ? until.toISOString() : null,
  };
}

/** A page of the imports, the newest first. @returns also the number of all */
export async function listImports(
  reader: Reader,
  { page, per_page }: HistoryPage,
  now: Date,
): Promise<{ imports: ProductImport[]; total: number }> {
  const rows = await reader.all<ImportRow>(
    rowsWhere(sql`true`, sql`limit ${per_page} offset ${(page - 1) * per_page}`),
  );
  const counted = await reader.one<{ total: number }>(sql`select count(*)::integer total from product_import`);
  return { imports: rows.map((row) => toImport(row, now)), total: counted?.total ?? 0 };
}

/** One import; undefined if there is none. */
export const findImport = (reader: Reader, id: number): Promise<ImportRow | undefined> =>
  reader.one<ImportRow>(rowsWhere(sql`i.id = ${id}`));

/** @throws HttpError 404 */
export async function requireImport(reader: Reader, id: number, lang: Language): Promise<ImportRow> {
  const row = await findImport(reader, id);
  if (!row) throw new HttpError(404, "rest_not_found", t(lang, "staff_errors.not_found"));
  return row;
}

/** Whether the task of any import is running. */
export const isAnyRunning = async (reader: Reader): Promise<boolean> =>
  (await reader.one(sql`
    select from product_import i join background_task b on b.id = i.task_id
    where i.state in ('checking', 'writing', 'reverting') and ${runs} limit 1`)) !== undefined;
