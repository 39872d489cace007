import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { PrintKind, PrintSize } from "#contract/backoffice/order-rules.ts";
import { orderDetailEndpoints as endpoints } from "#contract/endpoints/backoffice/order-details.ts";
import { backOfficeApi } from "#contract/endpoint.ts";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { StaffSession } from "#shop/kernel/auth/staff-sessions.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { requirePermission } from "#shop/kernel/http/authorize-staff.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { orderNotFound } from "../order-errors.ts";
import { sendFramedPage } from "../framed-page.ts";
import { readPrintedOrders } from "./print-order.ts";
import { printPage } from "./print-page.ts";

interface Printing {
  request: FastifyRequest;
  reply: FastifyReply;
  staff: StaffSession;
  lang: Language;
}

/** Packers print what has no prices. */
const requireKind = (request: FastifyRequest, staff: StaffSession, kind: PrintKind): void => {
  if (kind === "priced" || kind === "receipt") requirePermission(request, staff, "orders.view");
};

/** Documents about orders to print. */
export const printRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, config, clock } = shop;
    const print = async (
      { request, reply, staff, lang }: Printing,
      { ids, kind, size }: { ids: readonly number[]; kind: PrintKind; size: PrintSize },
    ) => {
      requireKind(request, staff, kind);
      const orders = await readPrintedOrders(db, ids, { kind, appSecret: config.appSecret, now: clock.now() });
      if (orders.length === 0) throw orderNotFound(lang);
      return sendFramedPage(reply, printPage(orders, { kind, size, lang }));
    };
    registerEndpoint(app, shop, endpoints.printOne, (input) => print(input, { ...input.query, ids: [input.path.id] }));
    registerEndpoint(app, shop, endpoints.printMany, (input) => print(input, input.query));
    registerEndpoint(app, shop, endpoints.recordPrints, async ({ request, staff, body, lang }) => {
      const { ids, kind, size } = body;
      requireKind(request, staff, kind);
      const printed = await db.write<{ id: number }>(sql`
        insert into order_print (order_id, staff_id, kind, size, at)
        select id, ${staff.staffId}, ${kind}, ${size}, ${clock.now()}::timestamptz from orders where id = any(${ids}::integer[])
        returning order_id id`);
      if (printed.length === 0) throw orderNotFound(lang);
      return { url: `${backOfficeApi}/prints?${new URLSearchParams({ ids: ids.join(","), kind, size })}` };
    });
  };
