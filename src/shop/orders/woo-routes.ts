import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { RowId, WholeNumber } from "#contract/number.ts";
import { notAllowed, requireCaller } from "#shop/kernel/keys.ts";
import { languageOf } from "#shop/kernel/preferences.ts";
import { notFound, parse, Refusal } from "#shop/kernel/problems.ts";
import { requireCustomer } from "#shop/kernel/sessions.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { findOrder, findOwnOrder } from "./find-order.ts";
import type { Order } from "./order.ts";
import { submitCodOrder } from "./submit-order.ts";
import { wooOrder } from "./woo-order.ts";

const ReadQuery = z.object({ dp: WholeNumber.pipe(z.int().min(0).max(8)).default(0) });
const unknownOrder = "woocommerce_rest_shop_order_invalid_id";

/** The order that this caller may read. @throws Refusal 401 without a session, 404 for any other order */
async function readableOrder(shop: Shop, request: FastifyRequest): Promise<Order> {
  const caller = await requireCaller(shop, request);
  const id = RowId.safeParse((request.params as { id: string }).id).data ?? 0;
  if (caller.kind === "merchant") {
    const order = await findOrder(shop.db, id);
    if (!order) throw new Refusal(404, unknownOrder, "Invalid ID.");
    return order;
  }
  const customerId = await requireCustomer(shop.db, request, shop.clock.now());
  const order = await findOwnOrder(shop.db, id, customerId);
  if (!order) throw notFound(request, unknownOrder);
  return order;
}

/** `wc/v3/orders` for the storefront: placing a cash order, and reading one's own. */
export const wooOrderRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl } = shop.config;
    const place = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
      const caller = await requireCaller(shop, request);
      if (caller.kind === "merchant") throw notAllowed(request, caller);
      const customerId = await requireCustomer(shop.db, request, shop.clock.now());
      const { orderId, fresh } = await submitCodOrder(shop, request, customerId);
      const order = await findOwnOrder(shop.db, orderId, customerId);
      if (!order) throw notFound(request, unknownOrder);
      reply.code(fresh ? 201 : 200).header("location", `${publicUrl}/wp-json/wc/v3/orders/${orderId}`);
      return wooOrder(order, { lang: languageOf(request), publicUrl });
    };
    app.post("/wp-json/wc/v3/orders", place);
    app.get("/wp-json/wc/v3/orders/:id(^\\d+$)", async (request) => {
      const { dp: decimals } = parse(request, ReadQuery, request.query);
      const order = await readableOrder(shop, request);
      return wooOrder(order, { lang: languageOf(request), publicUrl, decimals });
    });
  };
