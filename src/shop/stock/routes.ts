import type { FastifyPluginAsync } from "fastify";
import { stockEndpoints as endpoints } from "#contract/endpoints/backoffice/stock.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { loadedVersion } from "#shop/kernel/request/if-match.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { stockCountRoutes, viewOf } from "./count-routes.ts";
import { findStockItems, productLabels } from "./find-stock.ts";
import { listMovements } from "./list-movements.ts";
import { listLowStock, updateLowStock } from "./low-stock.ts";
import { adjustStock, createReceipt, listReceipts, readReceipt } from "./receipts.ts";

/** Receipts and adjustments. */
const receiptRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    registerEndpoint(app, shop, endpoints.listStockReceipts, async ({ staff, lang, query, reply }) => {
      const { receipts, total } = await listReceipts(db, query, viewOf(staff, lang));
      reply.header("x-wp-total", total);
      return receipts;
    });
    registerEndpoint(app, shop, endpoints.readStockReceipt, async ({ staff, lang, path }) =>
      readReceipt(db, path.id, viewOf(staff, lang)),
    );
    registerEndpoint(app, shop, endpoints.createStockReceipt, async ({ staff, lang, body }) => {
      const context = { staffId: staff.staffId, lang, now: clock.now() };
      const id = await db.transaction((tx) => createReceipt(tx, body, context));
      return readReceipt(db, id, viewOf(staff, lang));
    });
    registerEndpoint(app, shop, endpoints.adjustStock, async ({ lang, body }) => {
      await db.transaction((tx) => adjustStock(tx, body, lang));
      const [item] = await findStockItems(db, { include: String(body.stock_id) }, lang);
      if (!item) throw new Error(`stock ${body.stock_id} has no item`);
      return item;
    });
  };

/** Stock in the back office. */
export const stockRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    await app.register(stockCountRoutes(shop));
    await app.register(receiptRoutes(shop));
    registerEndpoint(app, shop, endpoints.listStockMovements, async ({ query, lang, staff }) =>
      listMovements(db, query, { lang, customers: staff.permissions.includes("customers.view") }),
    );
    registerEndpoint(app, shop, endpoints.findStockItems, async ({ query, lang }) => findStockItems(db, query, lang));
    registerEndpoint(app, shop, endpoints.listLowStock, async ({ query, lang, reply }) => {
      const { entries, total } = await listLowStock(db, query, { lang, now: clock.now() });
      reply.header("x-wp-total", total);
      return entries;
    });
    registerEndpoint(app, shop, endpoints.updateLowStock, ({ request, path, body, lang }) =>
      db.transaction((tx) => {
        const context = { lang, now: clock.now(), loaded: loadedVersion(request) };
        return updateLowStock(tx, path.variation_id, body, context);
      }),
    );
    registerEndpoint(app, shop, endpoints.listProductLabels, async ({ query, lang }) =>
      productLabels(db, query.ids.split(",").map(Number), lang),
    );
  };
