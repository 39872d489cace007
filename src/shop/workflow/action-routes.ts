import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { UndoToken } from "#contract/backoffice/order-actions.ts";
import type { OrderAction } from "#contract/backoffice/allowed-actions.ts";
import { storedReason } from "#contract/backoffice/order-rules.ts";
import { orderActionEndpoints as endpoints } from "#contract/endpoints/backoffice/order-actions.ts";
import { orderDetailEndpoints } from "#contract/endpoints/backoffice/order-details.ts";
import type { Language } from "#contract/language.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { StaffSession } from "#shop/kernel/auth/staff-sessions.ts";
import type { Reader, Tx } from "#shop/kernel/db/database.ts";
import { requirePermission, requireReauthentication } from "#shop/kernel/http/authorize-staff.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { loadedVersion } from "#shop/kernel/request/if-match.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { findOrder, refundCancelled, requireVersion, wooOrder } from "#shop/orders/index.ts";
import { type ActionOptions, changeOrder, setOrderStatus } from "./change-order.ts";
import { changeOrderPromise } from "./change-promise.ts";
import { orderNotFound } from "./order-errors.ts";
import { readOrderWorkflows } from "./order-workflow.ts";
import { recordCall } from "./record-call.ts";
import { undoAction } from "./undo-action.ts";

interface ActingRequest {
  request: FastifyRequest;
  path: { id: number };
  staff: StaffSession;
  lang: Language;
}

/** An order as a staff member reads it. @throws HttpError 404 */
async function readForStaff(shop: AppContext, reader: Reader, id: number, lang: Language): Promise<WooOrder> {
  const now = shop.clock.now();
  const [order, workflows] = await Promise.all([
    findOrder(reader, id),
    readOrderWorkflows(reader, [id], { lang, now }),
  ]);
  if (!order) throw orderNotFound(lang);
  return { ...wooOrder(order, { lang, publicUrl: shop.config.publicUrl }), lianne: workflows.get(id) };
}

/** What staff members do with one order, and its undo. */
export const actionRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    type Work = (
      tx: Tx,
      acting: Parameters<typeof recordCall>[2]["acting"],
      version: ActionOptions,
    ) => Promise<UndoToken | null>;
    /** one transaction, then the order as it is after it */
    const inTransaction = async ({ request, path: { id }, staff, lang }: ActingRequest, work: Work) => {
      const { staffId } = staff;
      const loaded = loadedVersion(request);
      const undo = await db.transaction((tx) =>
        work(
          tx,
          { actor: `staff:${staffId}`, staffId, undoBy: staffId, lang, now: clock.now() },
          {
            requireVersion: () =>
              requireVersion(tx, id, { loaded, lang, current: () => readForStaff(shop, tx, id, lang) }),
          },
        ),
      );
      return { order: await readForStaff(shop, db, id, lang), undo };
    };
    const act = (input: ActingRequest, action: OrderAction, own: ActionOptions = {}) =>
      inTransaction(input, (tx, acting, version) =>
        changeOrder(tx, input.path.id, { action, acting, ...own, ...version }),
      );
    registerEndpoint(app, shop, endpoints.confirmOrder, (input) => act(input, "confirm", { reason: "without_call" }));
    registerEndpoint(app, shop, endpoints.holdOrder, (input) => act(input, "hold", { reason: input.body.reason }));
    registerEndpoint(app, shop, endpoints.cancelOrder, (input) => {
      const { path, body, staff, lang } = input;
      const { reason, note, refund } = body;
      const cancel: ActionOptions = { reason: storedReason(reason, note), cancelReason: reason };
      if (!refund) return act(input, "cancel", cancel);
      requirePermission(input.request, staff, "refunds.create");
      requireReauthentication(input.request, staff, clock.now());
      const { staffId, role } = staff;
      const paidBack = { staffId, isLimited: role !== "owner", reason: t(lang, `cancel_causes.${reason}`), lang };
      return act(input, "cancel", {
        ...cancel,
        refund: (tx) => refundCancelled(tx, path.id, { ...paidBack, now: clock.now() }),
      });
    });
    registerEndpoint(app, shop, endpoints.restoreOrder, (input) => act(input, "restore"));
    registerEndpoint(app, shop, endpoints.recordCall, (input) => {
      const { body: call, staff } = input;
      if (call.outcome === "declined") requirePermission(input.request, staff, "orders.cancel");
      return inTransaction(input, (tx, acting, version) => recordCall(tx, input.path.id, { call, acting, ...version }));
    });
    registerEndpoint(app, shop, endpoints.changePromise, (input) =>
      inTransaction(input, (tx, acting, version) =>
        changeOrderPromise(tx, input.path.id, { promise: input.body, acting, ...version }),
      ),
    );
    registerEndpoint(app, shop, orderDetailEndpoints.setStatus, (input) => {
      const { status: to, reason } = input.body;
      if (to === "refunded") requirePermission(input.request, input.staff, "refunds.create");
      return inTransaction(input, async (tx, acting, version) => {
        await setOrderStatus(tx, input.path.id, { to, acting, reason, ...version });
        return null;
      });
    });
    registerEndpoint(app, shop, endpoints.undo, async ({ path: { token }, staff: { staffId }, lang }) => {
      const id = await db.transaction((tx) =>
        undoAction(tx, token, { staffId, actor: `staff:${staffId}`, lang, now: clock.now() }),
      );
      return { order: await readForStaff(shop, db, id, lang) };
    });
  };
