import type { FastifyPluginAsync } from "fastify";
import { bulkPermissions } from "#contract/backoffice/bulk-orders.ts";
import { bulkOrderEndpoints as endpoints } from "#contract/endpoints/backoffice/bulk-orders.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { requirePermission } from "#shop/kernel/http/authorize-staff.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { createTask } from "#shop/tasks/index.ts";

/** Actions on many orders, each as a background task. */
export const bulkRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, endpoints.startBulk, async ({ request, staff, body, lang }) => {
      const { action, ids, ...input } = body;
      requirePermission(request, staff, bulkPermissions[action]);
      if (action === "add_note" && !input.note) throw invalidParam("note", t(lang, "bulk_errors.note"));
      const task = await shop.db.transaction((tx) =>
        createTask(tx, {
          ...{ kind: "orders_bulk", action, records: ids, input: { action, ...input } },
          ...{ staffId: staff.staffId, lang, now: shop.clock.now() },
        }),
      );
      return { task };
    });
  };
