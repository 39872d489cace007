import type { FastifyPluginAsync } from "fastify";
import type { RefundRequest } from "#contract/backoffice/refund-requests.ts";
import { refundRequestEndpoints as endpoints } from "#contract/endpoints/backoffice/refund-requests.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { versionCheck } from "../order-version.ts";
import { requestRefund } from "../woo/create-refund.ts";
import { approveRefundRequest, rejectRefundRequest } from "./decide-refund-request.ts";
import { dismissRefund } from "./dismiss-refund.ts";
import { listRefundRequests, readRefundRequest } from "../read-refund-requests.ts";

/** Refunds that staff members request and owners decide on, and failed ones that are not repeated. */
export const refundRequestRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock, config } = shop;
    const stored = async (id: number): Promise<RefundRequest> => {
      const request = await readRefundRequest(db, id);
      if (!request) throw new Error(`refund request ${id} was written but not found`);
      return request;
    };
    registerEndpoint(app, shop, endpoints.listRefundRequests, ({ query }) => listRefundRequests(db, query));
    registerEndpoint(app, shop, endpoints.requestRefund, async ({ request, path: { id }, body, staff, lang }) => {
      const requester = { staffId: staff.staffId, lang };
      const requireVersion = versionCheck(request, id, { lang, publicUrl: config.publicUrl });
      return stored(await requestRefund(shop, id, body, { requireVersion, requester, now: clock.now() }));
    });
    registerEndpoint(app, shop, endpoints.approveRefundRequest, async ({ path: { id }, staff, lang }) => {
      await approveRefundRequest(shop, id, { staffId: staff.staffId, lang, now: clock.now() });
      return stored(id);
    });
    registerEndpoint(app, shop, endpoints.dismissRefund, ({ path, body: { reason }, staff: { staffId }, lang }) =>
      db.transaction((tx) =>
        dismissRefund(tx, { orderId: path.order_id, id: path.id, reason, staffId, lang, now: clock.now() }),
      ),
    );
    registerEndpoint(app, shop, endpoints.rejectRefundRequest, async ({ path: { id }, body, staff, lang }) => {
      await rejectRefundRequest(shop, id, { staffId: staff.staffId, lang, now: clock.now(), note: body.note });
      return stored(id);
    });
  };
