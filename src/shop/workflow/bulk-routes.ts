import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { bulkPermissions } from "#contract/backoffice/bulk-actions.ts";
import { OrderListQuery } from "#contract/backoffice/order-list.ts";
import { maxTaskRecords } from "#contract/backoffice/tasks.ts";
import { bulkOrderEndpoints as endpoints } from "#contract/endpoints/backoffice/bulk-orders.ts";
import type { Language } from "#contract/language.ts";
import { wooQuery } from "#contract/woo/query.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { recordAuditEvent } from "#shop/kernel/db/audit.ts";
import { requirePermission } from "#shop/kernel/http/authorize-staff.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { parse } from "#shop/kernel/request/parse-input.ts";
import { assertTaskSize, createTask } from "#shop/tasks/index.ts";
import { exportOrders } from "./export-orders.ts";
import { listMatchingIds } from "./list-page.ts";

interface BulkSelection {
  ids?: readonly number[] | undefined;
  query?: string | undefined;
}

/** The ids of the selected orders. @throws HttpError 400 for none, for more than 500, and for a wrong filter */
async function selectedIds(
  { db, clock }: AppContext,
  { ids, query }: BulkSelection,
  { request, lang }: { request: FastifyRequest; lang: Language },
): Promise<number[]> {
  const selected =
    ids ??
    (await listMatchingIds(
      db,
      parse(request, OrderListQuery, wooQuery(Object.fromEntries(new URLSearchParams(query)))),
      { limit: maxTaskRecords + 1, now: clock.now() },
    ));
  const distinct = [...new Set(selected)];
  assertTaskSize(distinct.length, lang);
  return distinct;
}

/** Actions on many orders, each as a background task, and their export. */
export const bulkRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, endpoints.startBulk, async ({ request, staff, body, lang }) => {
      const { action, ids, query, ...input } = body;
      requirePermission(request, staff, bulkPermissions[action]);
      const records = await selectedIds(shop, { ids, query }, { request, lang });
      const task = await shop.db.transaction((tx) =>
        createTask(tx, {
          ...{ kind: "orders_bulk", action, records, input: { action, ...input } },
          ...{ staffId: staff.staffId, lang, now: shop.clock.now() },
        }),
      );
      return { task };
    });
    registerEndpoint(app, shop, endpoints.exportOrders, async ({ request, body, lang, staff }) => {
      shop.limits.consume(request, "staffExportByAccount", String(staff.staffId));
      const ids = await selectedIds(shop, body, { request, lang });
      const file = await exportOrders(shop.db, ids, { lang, now: shop.clock.now() });
      await shop.db.transaction(async (tx) => {
        for (const id of ids) await recordAuditEvent(tx, { operation: "exported", object: "order", id });
      });
      return file;
    });
  };
