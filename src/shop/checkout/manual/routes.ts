import type { FastifyPluginAsync } from "fastify";
import { manualOrderEndpoints as endpoints } from "#contract/endpoints/backoffice/manual-orders.ts";
import { dong } from "#contract/money.ts";
import { backOfficeApi } from "#contract/endpoint.ts";
import { requirePermission } from "#shop/kernel/http/authorize-staff.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { findOrder, versionCheck, wooOrder } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "#shop/payment-flow/index.ts";
import { createManualOrder } from "./create-manual-order.ts";
import { findContacts } from "./find-contacts.ts";
import { findOrderItems } from "./find-order-items.ts";
import { createPaymentLink } from "./payment-link.ts";
import { priceManualOrder } from "./price-manual-order.ts";
import { quoteManualOrder } from "./quote-manual-order.ts";
import { requestDeposit, withdrawRequest } from "./request-deposit.ts";

/** Orders that staff members create for customers on the phone, in a chat or at a market. */
export const manualOrderRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    const { db, clock, config } = shop;
    registerEndpoint(app, shop, endpoints.createManualOrder, async ({ request, reply, body, staff, lang }) => {
      const priced = await priceManualOrder(shop, body, lang);
      if (priced.changed.length > 0) {
        requirePermission(request, staff, "prices.edit");
        if (!body.price_reason) throw invalidParam("price_reason", t(lang, "manual_orders.reason_required"));
      }
      const by = { staffId: staff.staffId, lang, now: clock.now() };
      const id = await createManualOrder(shop, body, { priced, by });
      const order = await findOrder(db, id);
      if (!order) throw new Error(`order ${id} was created but not found`);
      reply.header("location", `${config.publicUrl}${backOfficeApi}/orders/${id}`);
      return wooOrder(order, { lang, publicUrl: config.publicUrl });
    });
    registerEndpoint(app, shop, endpoints.quoteManualOrder, ({ body, lang }) => quoteManualOrder(shop, body, lang));
    registerEndpoint(app, shop, endpoints.findOrderItems, ({ query, lang }) => findOrderItems(db, query, lang));
    registerEndpoint(app, shop, endpoints.findOrderContacts, ({ query, staff, lang }) =>
      findContacts(db, query.phone, { accounts: staff.permissions.includes("customers.view"), lang }),
    );
    registerEndpoint(app, shop, endpoints.createPaymentLink, ({ request, path: { id }, body, staff, lang }) => {
      const { deposit, amount } = body;
      const requireVersion = versionCheck(request, id, { lang, publicUrl: config.publicUrl });
      const requested = amount === undefined ? amount : dong(amount);
      if (deposit) return requestDeposit(shop, { orderId: id, amount: requested, staff, lang, requireVersion });
      if (amount !== undefined) throw invalidParam("amount", t(lang, "manual_orders.amount_of_deposit"));
      return createPaymentLink(shop, request, { orderId: id, lang, requireVersion });
    });
    registerEndpoint(app, shop, endpoints.withdrawDeposit, async ({ request, path: { id }, staff, lang }) => {
      const requireVersion = versionCheck(request, id, { lang, publicUrl: config.publicUrl });
      await withdrawRequest(shop, { orderId: id, staff, lang, requireVersion });
      return { ok: true as const };
    });
  };
