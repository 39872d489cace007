import type { FastifyPluginAsync } from "fastify";
import type { z } from "zod";
import { seesWholeLog } from "#contract/permissions.ts";
import type { LogActor, LogEntry, LogQuery } from "#contract/backoffice/staff.ts";
import { staffLogEndpoints as endpoints } from "#contract/endpoints/backoffice/log.ts";
import { join, type Reader, sql } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";

interface LogRow {
  id: number;
  at: Date;
  actor: string;
  name: string | null;
  address: string | null;
  action: string;
  operation: LogEntry["operation"];
  entity: string;
  entityId: string;
  change: LogEntry["change"];
}

const kinds: Record<string, LogActor["kind"]> = {
  staff: "staff",
  key: "key",
  "command line": "command",
  customer: "customer",
  job: "job",
  link: "link",
  "email link": "link",
};
const kindOf = (actor: string): LogActor["kind"] => kinds[actor.replace(/:.*$/, "")] ?? "job";
const toActor = ({ id, name }: { id: string; name: string | null }): LogActor => ({ id, kind: kindOf(id), name });

const toEntry = ({ id, at, actor, name, entityId, ...row }: LogRow): LogEntry => ({
  ...row,
  id,
  at: at.toISOString(),
  actor: toActor({ id: actor, name }),
  entity_id: entityId,
});

type Filter = z.output<typeof LogQuery>;

const condition = ({ entity, actor, from, to }: Omit<Filter, "page" | "per_page">) => {
  const [kind = null, id = null] = entity?.split(":") ?? [];
  return join(
    [
      sql`true`,
      ...(kind === null ? [] : [sql`a.object = ${kind}`]),
      ...(id === null ? [] : [sql`a.object_id = ${id}`]),
      ...(actor === undefined ? [] : [sql`a.actor = ${actor}`]),
      ...(from === undefined ? [] : [sql`a.at >= ${from}::timestamptz`]),
      ...(to === undefined ? [] : [sql`a.at <= ${to}::timestamptz`]),
    ],
    " and ",
  );
};

async function listLog(reader: Reader, { page, per_page, ...filter }: Filter) {
  const matching = condition(filter);
  const total = await reader.one<{ total: number }>(sql`select count(*)::integer total from audit a where ${matching}`);
  const rows = await reader.all<LogRow>(sql`
    select a.id, a.at, a.actor, coalesce(m.name, k.description) name, host(a.address) address, a.action, a.operation,
      a.object "entity", a.object_id "entityId", a.change
    from (select * from audit a where ${matching} order by id desc limit ${per_page} offset ${(page - 1) * per_page}) a
      left join staff m on a.actor = 'staff:' || m.id
      left join merchant_key k on a.actor = 'key:' || k.id
    order by a.id desc`);
  return { total: total?.total ?? 0, entries: rows.map(toEntry) };
}

/** Staff members by name, then keys, also closed and revoked ones, and those without a name. */
async function listActors(reader: Reader): Promise<LogActor[]> {
  const named = await reader.all<{ id: string; name: string }>(sql`
    (select 'staff:' || id id, name from staff order by name, id)
    union all (select 'key:' || id, description from merchant_key order by description, id)`);
  return [...named, { id: "command line", name: null }, { id: "job", name: null }].map(toActor);
}

/** The audit log. */
export const staffLogRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, endpoints.listLog, async ({ staff, query, reply }) => {
      const own = seesWholeLog(staff.role) ? {} : { actor: `staff:${staff.staffId}` };
      const { total, entries } = await listLog(shop.db, { ...query, ...own });
      reply.header("x-wp-total", total).header("x-wp-totalpages", Math.ceil(total / query.per_page));
      return entries;
    });
    registerEndpoint(app, shop, endpoints.listLogActors, async ({ staff }) =>
      seesWholeLog(staff.role) ? listActors(shop.db) : [toActor({ id: `staff:${staff.staffId}`, name: staff.name })],
    );
  };
