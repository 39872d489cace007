import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { selfServiceEndpoints as endpoints } from "#contract/endpoints/self-service.ts";
import type { Language } from "#contract/language.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { confirmCashOrder } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "#shop/payment-flow/index.ts";
import { cancelOwnOrder } from "./cancel-order.ts";
import { changeAddress, quoteAddress } from "./change-address.ts";
import { changeOption } from "./change-option.ts";
import { changeRecipient } from "./change-recipient.ts";
import { readState } from "./facts.ts";
import { actorOf, authorizeOwner } from "./owner.ts";
import { discardChange, payChange, stateWithPayment } from "./pending-change.ts";
import { changePaymentMethod } from "./change-payment-method.ts";
import { resendEmail } from "./resend-email.ts";

interface OwnRequest {
  request: FastifyRequest;
  customerId: number;
  path: { order_id: number };
  lang: Language;
}

/** What customers do with their own orders. */
export const selfServiceRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    const { db } = shop;
    const authorized = async ({ request, customerId, path, lang }: OwnRequest) => {
      const orderId = path.order_id;
      return { owner: await authorizeOwner(db, request, { orderId, customerId }), orderId, lang };
    };
    registerEndpoint(app, shop, endpoints.ownOrderState, async (input) => readState(db, await authorized(input)));
    // as for orders: each may call a gateway or the carrier, and emails the merchant
    const limited = ({ request, customerId }: OwnRequest) =>
      shop.limits.consume(request, "orderByAccount", String(customerId));
    registerEndpoint(app, shop, endpoints.confirmOwnOrder, async (input) => {
      limited(input);
      const own = await authorized(input);
      const { orderId, owner, lang } = own;
      const by = {
        actor: actorOf(owner),
        by: "own_page",
        hasCodes: shop.config.phone !== null,
        lang,
        now: shop.clock.now(),
      } as const;
      await db.transaction((tx) => confirmCashOrder(tx, orderId, by));
      return readState(db, own);
    });
    registerEndpoint(app, shop, endpoints.cancelOwnOrder, async (input) => {
      limited(input);
      return cancelOwnOrder(shop, await authorized(input), input.body);
    });
    registerEndpoint(app, shop, endpoints.changeRecipient, async (input) => {
      limited(input);
      return changeRecipient(shop, await authorized(input), input.body);
    });
    registerEndpoint(app, shop, endpoints.quoteAddress, async (input) => {
      const own = await authorized(input);
      // apart from the changes, which follow it
      shop.limits.consume(input.request, "orderByAccount", `quote:${own.orderId}`);
      return quoteAddress(shop, own, input.body);
    });
    registerEndpoint(app, shop, endpoints.changeAddress, async (input) => {
      limited(input);
      const own = await authorized(input);
      await changeAddress(shop, own, input.body);
      return stateWithPayment(shop, input.request, own);
    });
    registerEndpoint(app, shop, endpoints.changeOption, async (input) => {
      limited(input);
      const own = await authorized(input);
      await changeOption(shop, own, { lineId: input.path.line_id, body: input.body });
      return stateWithPayment(shop, input.request, own);
    });
    registerEndpoint(app, shop, endpoints.payChange, async (input) => {
      limited(input);
      return payChange(shop, input.request, await authorized(input));
    });
    registerEndpoint(app, shop, endpoints.discardChange, async (input) => {
      limited(input);
      return discardChange(shop, await authorized(input), input.body);
    });
    registerEndpoint(app, shop, endpoints.changePaymentMethod, async (input) => {
      limited(input);
      return changePaymentMethod(shop, input.request, { ...(await authorized(input)), body: input.body });
    });
    registerEndpoint(app, shop, endpoints.resendOwnEmail, async (input) => {
      const own = await authorized(input);
      shop.limits.consume(input.request, "orderEmailByAccount", String(own.orderId));
      return resendEmail(shop, own);
    });
  };
