import type { FastifyPluginAsync } from "fastify";
import { fulfillmentEndpoints as endpoints } from "#contract/endpoints/fulfillments.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { trackingUrl } from "#shop/shipping/index.ts";
import {
  createFulfillment,
  listFulfillments,
  removeFulfillment,
  requireFulfillment,
  requireOrder,
  updateFulfillment,
  wooFulfillment,
} from "./fulfillments.ts";

/** `wc/v3/orders/{order_id}/fulfillments`: the parcels of an order, for merchants' programs and staff members. */
export const fulfillmentRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, config } = shop;
    const one = async (orderId: number, id: number) =>
      wooFulfillment(await requireFulfillment(db, orderId, id), config);
    registerEndpoint(app, shop, endpoints.list, async ({ path }) => {
      await requireOrder(db, path.order_id);
      return (await listFulfillments(db, path.order_id)).map((row) => wooFulfillment(row, config));
    });
    registerEndpoint(app, shop, endpoints.lookup, async ({ path, query }) => {
      await requireOrder(db, path.order_id);
      const code = query.tracking_number ?? "";
      if (code === "")
        throw new HttpError(400, "woocommerce_rest_tracking_number_missing", "Tracking number is required.");
      const known = await db.one<{ carrier: string }>(sql`select carrier from parcel where tracking_code = ${code}`);
      const carrier = known?.carrier ?? "";
      const url = trackingUrl(config, { carrier, trackingCode: code });
      return { tracking_number: code, shipping_provider: carrier, tracking_url: url };
    });
    registerEndpoint(app, shop, endpoints.read, ({ path }) => one(path.order_id, path.fulfillment_id));
    registerEndpoint(app, shop, endpoints.create, async ({ path, query, body, reply }) => {
      const id = await createFulfillment(shop, path.order_id, body, { notify: query.notify_customer });
      reply.header("location", `${config.publicUrl}/wp-json/wc/v3/orders/${path.order_id}/fulfillments/${id}`);
      return one(path.order_id, id);
    });
    registerEndpoint(app, shop, endpoints.update, async ({ path, query, body }) => {
      const { order_id: orderId, fulfillment_id: id } = path;
      await updateFulfillment(shop, { orderId, id }, body, { notify: query.notify_customer });
      return one(orderId, id);
    });
    registerEndpoint(app, shop, endpoints.remove, async ({ path }) => {
      await removeFulfillment(shop, path.order_id, path.fulfillment_id);
      return { message: "Fulfillment deleted successfully." };
    });
    registerEndpoint(
      app,
      shop,
      endpoints.readMeta,
      async ({ path }) => (await one(path.order_id, path.fulfillment_id)).meta_data,
    );
    registerEndpoint(app, shop, endpoints.updateMeta, async ({ path, query, body }) => {
      const { order_id: orderId, fulfillment_id: id } = path;
      await updateFulfillment(shop, { orderId, id }, body, { notify: query.notify_customer });
      return (await one(orderId, id)).meta_data;
    });
    registerEndpoint(app, shop, endpoints.removeMeta, async ({ path, body }) => {
      const { meta_data } = await one(path.order_id, path.fulfillment_id);
      if (!meta_data.some(({ key }) => key === body.meta_key))
        throw new HttpError(404, "woocommerce_rest_fulfillment_meta_not_found", "Metadata not found.");
      throw new HttpError(
        400,
        "woocommerce_rest_cannot_delete",
        "The metadata describes the parcel: delete the parcel.",
      );
    });
  };
