import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { SheetChange } from "#contract/backoffice/products.ts";
import { staffProductEndpoints as endpoints } from "#contract/endpoints/backoffice/products.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { StaffSession } from "#shop/kernel/auth/staff-sessions.ts";
import { requirePermission } from "#shop/kernel/http/authorize-staff.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { pagingHeaders } from "#shop/kernel/woo/woo-responses.ts";
import { wooErrors } from "../woo/send-resource.ts";
import { listStaffProducts } from "./product-list.ts";
import { changeSheet } from "./product-sheet.ts";
import { readUsage } from "./product-usage.ts";

/** @throws HttpError 403 for a change of a price or of stock that the role may not make */
function requireForChanges(request: FastifyRequest, staff: StaffSession, changes: readonly SheetChange[]): void {
  const has = (...fields: (keyof SheetChange)[]): boolean =>
    changes.some((change) => fields.some((field) => change[field] !== undefined));
  if (has("regular_price", "sale_price")) requirePermission(request, staff, "prices.edit");
  if (has("inventory_delta")) requirePermission(request, staff, "stock.edit");
}

/** The product list of the back office. */
export const staffProductRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, endpoints.listProducts, async ({ query, lang, request, reply }) => {
      const { total, ...list } = await listStaffProducts(shop.db, query, lang);
      const page = { total, page: query.page, perPage: query.per_page };
      reply.headers(
        pagingHeaders({ url: request.url, query: request.query }, { origin: shop.config.publicUrl, query, page }),
      );
      return list;
    });
    registerEndpoint(app, shop, endpoints.changeSheet, async ({ body, staff, request, lang }) => {
      requireForChanges(request, staff, body.changes);
      return { results: await changeSheet(shop, body, lang) };
    });
    registerEndpoint(app, shop, endpoints.readUsage, async ({ path: { id } }) => {
      const usage = await readUsage(shop.db, id);
      if (!usage) throw wooErrors.product();
      return usage;
    });
  };
