import type { FastifyPluginAsync } from "fastify";
import type { BackgroundTask, BackgroundTaskDetail, TaskResult } from "#contract/backoffice/tasks.ts";
import { taskEndpoints as endpoints } from "#contract/endpoints/backoffice/tasks.ts";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { StaffSession } from "#shop/kernel/auth/staff-sessions.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";

const listed = 20;

interface TaskRow extends Omit<BackgroundTask, "created_at" | "finished_at"> {
  createdAt: Date;
  finishedAt: Date | null;
}

const columns: Sql = sql`
  b.id, b.kind, b.payload ->> 'action' "action", b.state, b.total, jsonb_array_length(b.results) processed,
  (select count(*)::integer from jsonb_array_elements(b.results) r where r -> 'ok' = 'false') failed,
  m.name "by", b.created_at "createdAt", b.finished_at "finishedAt"`;
const tables: Sql = sql`background_task b left join staff m on m.id = b.staff_id`;

const toTask = ({ createdAt, finishedAt, ...row }: TaskRow): BackgroundTask => ({
  ...row,
  created_at: createdAt.toISOString(),
  finished_at: finishedAt?.toISOString() ?? null,
});

/** The tasks that a session reaches: owners all, the other roles their own. */
const visibleTo = ({ role, staffId }: StaffSession): Sql =>
  role === "owner" ? sql`true` : sql`b.staff_id = ${staffId}`;

const notFound = (lang: Language) => new HttpError(404, "rest_not_found", t(lang, "staff_errors.not_found"));

/** @throws HttpError 404 for a task that the session does not reach */
async function readTask(
  reader: Reader,
  id: number,
  { staff, lang }: { staff: StaffSession; lang: Language },
): Promise<BackgroundTaskDetail> {
  const row = await reader.one<TaskRow & { results: TaskResult[] }>(sql`
    select ${columns}, b.results from ${tables} where b.id = ${id} and ${visibleTo(staff)}`);
  if (!row) throw notFound(lang);
  return { ...toTask(row), results: row.results };
}

/** Background tasks with their progress. */
export const taskRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    registerEndpoint(app, shop, endpoints.listTasks, async ({ staff }) => {
      const rows = await db.all<TaskRow>(sql`
        select ${columns} from ${tables} where ${visibleTo(staff)} order by b.id desc limit ${listed}`);
      return rows.map(toTask);
    });
    registerEndpoint(app, shop, endpoints.readTask, async ({ staff, path, lang }) =>
      readTask(db, path.id, { staff, lang }),
    );
    registerEndpoint(app, shop, endpoints.stopTask, async ({ staff, path, lang }) =>
      db.transaction(async (tx) => {
        const stopped = await tx.run(sql`
          update background_task b set state = 'stopped', finished_at = ${clock.now()}
          where b.id = ${path.id} and ${visibleTo(staff)} and b.state in ('queued', 'running')`);
        const task = await readTask(tx, path.id, { staff, lang });
        if (stopped === 0)
          throw new HttpError(409, "lianne_invalid_state", t(lang, "task_errors.ended"), {
            extra: { state: task.state },
          });
        return task;
      }),
    );
  };
