import type { FastifyPluginAsync } from "fastify";
import { refundEndpoints } from "#contract/endpoints/refunds.ts";
import type { RefundsQuery } from "#contract/woo/refund.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Merchant } from "#shop/kernel/auth/keys.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { type HandlerContext, registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { sendPage } from "#shop/kernel/woo/woo-responses.ts";
import { updateRefundedStatus } from "#shop/payments/index.ts";
import { lockOrder } from "../lock-order.ts";
import { versionCheck } from "../order-version.ts";
import { readRefundRequest } from "../read-refund-requests.ts";
import { staffRefundLimit } from "../staff-refund-limit.ts";
import { createRefund } from "./create-refund.ts";
import { findRefund, listRefunds, type RefundRow, wooRefund } from "./refunds.ts";
import { requireOrder } from "./require-order.ts";

async function requireRefund(shop: AppContext, orderId: number, id: number): Promise<RefundRow> {
  await requireOrder(shop.db, orderId);
  const refund = await findRefund(shop.db, orderId, id);
  if (!refund) throw new HttpError(404, "woocommerce_rest_shop_order_refund_invalid_id", "Invalid refund ID.");
  return refund;
}

/**
 * Deletes the record of a refund. As in WooCommerce, stock and order status do not change; the amount can be refunded
 * again.
 * @throws HttpError 400 for a gateway refund that is done or requested
 */
async function removeRefund(shop: AppContext, { id, orderId, paymentId, status }: RefundRow): Promise<void> {
  if (status !== "manual")
    throw new HttpError(400, "woocommerce_rest_cannot_delete", "A refund that went to the gateway cannot be deleted.");
  await shop.db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    await tx.run(sql`delete from refund where id = ${id} and status = 'manual'`);
    if (paymentId !== null) await updateRefundedStatus(tx, paymentId);
    await tx.run(sql`update orders set modified_at = ${shop.clock.now()} where id = ${orderId}`);
  });
}

/** `wc/v3/orders/{order_id}/refunds` and `wc/v3/refunds`, for merchants' keys only. */
export const refundRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl } = shop.config;
    type Listing = Pick<HandlerContext<typeof refundEndpoints.listAll>, "request" | "reply" | "lang"> & {
      query: RefundsQuery;
    };
    const send = async ({ request, reply, query, lang }: Listing, orderId: number | null) => {
      const { refunds, total } = await listRefunds(shop.db, query, orderId);
      const items = refunds.map((refund) => wooRefund(refund, { lang, publicUrl, decimals: query.dp }));
      const page = { items, total, page: query.page, perPage: query.per_page };
      return sendPage(request, reply, { origin: publicUrl, query, page });
    };
    registerEndpoint(app, shop, refundEndpoints.listAll, (input) => send(input, null));
    registerEndpoint(app, shop, refundEndpoints.list, async (input) => {
      await requireOrder(shop.db, input.path.order_id);
      return send(input, input.path.order_id);
    });
    registerEndpoint(app, shop, refundEndpoints.read, async ({ path, query, lang }) =>
      wooRefund(await requireRefund(shop, path.order_id, path.id), { lang, publicUrl, decimals: query.dp }),
    );
    registerEndpoint(app, shop, refundEndpoints.create, async ({ request, path, body, caller, reply, lang }) => {
      const { actor, staff } = caller as Merchant;
      const limited =
        staff && staff.role !== "owner"
          ? { by: { staffId: staff.staffId, lang }, limit: await staffRefundLimit(shop.db) }
          : null;
      const requireVersion = versionCheck(request, path.order_id, { lang, publicUrl });
      const context = { requireVersion, actor, limited, now: shop.clock.now() };
      const result = await createRefund(shop, path.order_id, body, context);
      if ("requestId" in result) {
        const requested = await readRefundRequest(shop.db, result.requestId);
        if (!requested) throw new Error(`refund request ${result.requestId} was written but not found`);
        return { refund_request: requested };
      }
      reply.header("location", `${publicUrl}/wp-json/wc/v3/orders/${path.order_id}/refunds/${result.refundId}`);
      return wooRefund(await requireRefund(shop, path.order_id, result.refundId), { lang, publicUrl });
    });
    registerEndpoint(app, shop, refundEndpoints.remove, async ({ path, query, body, lang }) => {
      const refund = await requireRefund(shop, path.order_id, path.id);
      if (!(query.force || body.force))
        throw new HttpError(501, "woocommerce_rest_trash_not_supported", "Refunds do not support trashing.");
      await removeRefund(shop, refund);
      return wooRefund(refund, { lang, publicUrl });
    });
  };
