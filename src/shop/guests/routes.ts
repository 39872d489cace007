import type { FastifyPluginAsync } from "fastify";
import { guestOrderEndpoints } from "#contract/endpoints/guest-orders.ts";
import { bankPaymentPath } from "#contract/payment-methods/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { isGuest } from "#shop/kernel/auth/buyer.ts";
import { clearCartCookie, setSessionCookie } from "#shop/kernel/auth/sessions.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { confirmCashOrder, linkedOrder, type SelfServiceOf } from "#shop/orders/index.ts";
import type { MergeGuestCart } from "#shop/customers/index.ts";
import { assertGuestsOrder } from "./assert-guests-order.ts";
import { alreadyClaimed, claimOrders, findClaimable, handleClaim } from "./claim-orders.ts";
import { type CancelLinked, type ChangeLinked, linkedChangeRoutes, type SendLinkedOrder } from "./linked-changes.ts";
import { confirmByCodeRoutes } from "./confirm-by-code.ts";
import { saveOrder } from "./save-order.ts";
import { lookupRoutes } from "./lookup-routes.ts";
import { provesContact, requireOrderLink } from "./order-links.ts";

interface GuestDependencies {
  /** passed in by app.ts: the cart module is above this one */
  mergeGuestCart: MergeGuestCart;
  /** the self-service module is above this one */
  selfServiceOf: SelfServiceOf;
  cancelLinked: CancelLinked;
  changeLinked: ChangeLinked;
}

/** Adding orders to accounts. */
const claimRoutes =
  (shop: AppContext, { mergeGuestCart }: Pick<GuestDependencies, "mergeGuestCart">): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    registerEndpoint(app, shop, guestOrderEndpoints.save, async ({ request, reply, buyer, lang, body }) => {
      if (!isGuest(buyer)) throw notFound(request);
      await assertGuestsOrder(shop);
      const saved = await saveOrder(shop, { ...body, guest: buyer, lang, mergeGuestCart, request });
      if (!saved) throw notFound(request);
      if (!saved.account) return { success: true as const, account: null, message: t(lang, "guest.email_sent") };
      const { token, username } = saved.account;
      setSessionCookie(reply, shop.config, token, false);
      clearCartCookie(reply, shop.config);
      return { success: true as const, account: username, message: t(lang, "guest.keep_done", { username }) };
    });
    registerEndpoint(app, shop, guestOrderEndpoints.claim, (input) => handleClaim(shop, input));
    registerEndpoint(app, shop, guestOrderEndpoints.claimable, async ({ customerId }) => {
      await assertGuestsOrder(shop);
      return { count: (await findClaimable(db, customerId)).length };
    });
    registerEndpoint(app, shop, guestOrderEndpoints.claimAll, async ({ customerId, lang }) => {
      await assertGuestsOrder(shop);
      const claimed = await db.transaction(async (tx) =>
        claimOrders(tx, await findClaimable(tx, customerId), { customerId, now: clock.now() }),
      );
      if (claimed.length === 0) throw alreadyClaimed(lang);
      return { count: claimed.length };
    });
  };

/** The shop's own payment page opens on another device by the token; a gateway's page is not given it. */
const withToken = (url: string, { orderId, token }: { orderId: number; token: string }): string =>
  url.endsWith(bankPaymentPath(orderId)) ? `${url}?key=${token}` : url;

/** What the page behind a link to an order calls, and the look-up. */
export const guestRoutes =
  (shop: AppContext, dependencies: GuestDependencies): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    await app.register(claimRoutes(shop, dependencies));
    const { selfServiceOf, cancelLinked, changeLinked } = dependencies;
    const sendOrder: SendLinkedOrder = async (request, reply, { order_id: orderId, token }) => {
      const order = await linkedOrder(shop, { orderId, lang: languageOf(request), selfServiceOf });
      if (!order) throw notFound(request);
      reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
      const needsAccount =
        order.order.self_service.account_needed > 0 && (await provesContact(shop, { orderId, token }));
      return {
        ...order,
        payment_url: withToken(order.payment_url, { orderId, token }),
        account_url: needsAccount ? withToken(bankPaymentPath(orderId), { orderId, token }) : "",
      };
    };
    registerEndpoint(app, shop, guestOrderEndpoints.linkedOrder, async ({ request, reply, body }) => {
      await requireOrderLink(shop, request, { orderId: body.order_id, token: body.token, purpose: "view" });
      return sendOrder(request, reply, body);
    });
    registerEndpoint(app, shop, guestOrderEndpoints.confirm, async ({ request, reply, lang, body }) => {
      await requireOrderLink(shop, request, { orderId: body.order_id, token: body.token, purpose: "view" });
      const by = {
        actor: "customer:0",
        by: "link",
        hasCodes: shop.config.phone !== null,
        lang,
        now: clock.now(),
      } as const;
      await db.transaction((tx) => confirmCashOrder(tx, body.order_id, by));
      return sendOrder(request, reply, body);
    });
    await app.register(linkedChangeRoutes(shop, { cancelLinked, changeLinked, sendOrder }));
    await app.register(lookupRoutes(shop));
    await app.register(confirmByCodeRoutes(shop));
  };
