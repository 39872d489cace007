import type { FastifyPluginAsync } from "fastify";
import { stockCountEndpoints as endpoints } from "#contract/endpoints/backoffice/stock.ts";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { StaffSession } from "#shop/kernel/auth/staff-sessions.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { closeCount, previewClosing, revertCount } from "./close-count.ts";
import { addEntries, recountItems } from "./count-entries.ts";
import { listCountedItems, listCounts, readCount, type StockView, startCount } from "./counts.ts";

export const viewOf = ({ permissions }: StaffSession, lang: Language): StockView => ({
  lang,
  costs: permissions.includes("costs.view"),
});

/** Counts of stock. */
export const stockCountRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    registerEndpoint(app, shop, endpoints.listStockCounts, async ({ staff, lang, query, reply }) => {
      const { counts, total } = await listCounts(db, query, viewOf(staff, lang));
      reply.header("x-wp-total", total);
      return counts;
    });
    registerEndpoint(app, shop, endpoints.readStockCount, async ({ staff, lang, path }) =>
      readCount(db, path.id, viewOf(staff, lang)),
    );
    registerEndpoint(app, shop, endpoints.listCountedItems, async ({ staff, lang, path, query, reply }) => {
      const { items, total } = await listCountedItems(db, path.id, query, viewOf(staff, lang));
      reply.header("x-wp-total", total);
      return items;
    });
    registerEndpoint(app, shop, endpoints.startStockCount, async ({ staff, lang, body }) => {
      const context = { staffId: staff.staffId, lang, now: clock.now() };
      const id = await db.transaction((tx) => startCount(tx, body, context));
      return readCount(db, id, viewOf(staff, lang));
    });
    registerEndpoint(app, shop, endpoints.addCountEntries, async ({ staff, lang, path, body }) =>
      db.transaction((tx) => addEntries(tx, path.id, body, { staffId: staff.staffId, lang })),
    );
    registerEndpoint(app, shop, endpoints.recountItems, async ({ staff, lang, path, body }) => {
      await db.transaction((tx) => recountItems(tx, path.id, body.stock_ids, lang));
      return readCount(db, path.id, viewOf(staff, lang));
    });
    registerEndpoint(app, shop, endpoints.closeStockCount, async ({ staff, lang, path, body }) => {
      const now = clock.now();
      if (body.dry_run) return previewClosing(db, path.id, body, { ...viewOf(staff, lang), now });
      await db.transaction((tx) => closeCount(tx, path.id, body, { lang, now }));
      return readCount(db, path.id, viewOf(staff, lang));
    });
    registerEndpoint(app, shop, endpoints.revertStockCount, async ({ staff, lang, path }) => {
      await db.transaction((tx) => revertCount(tx, path.id, { lang, now: clock.now() }));
      return readCount(db, path.id, viewOf(staff, lang));
    });
  };
