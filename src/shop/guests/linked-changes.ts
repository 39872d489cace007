import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { BodyOf } from "#contract/endpoint.ts";
import { guestOrderEndpoints as endpoints } from "#contract/endpoints/guest-orders.ts";
import type { LinkedOrder } from "#contract/guest-order.ts";
import type { Language } from "#contract/language.ts";
import type { AddressQuote } from "#contract/self-service.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { hashToken } from "#shop/kernel/base/secrets.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { requireOrderLink } from "./order-links.ts";

interface LinkedOrderRef {
  orderId: number;
  /** hash of the link's token */
  link: Buffer;
  lang: Language;
}
type LinkFields = "order_id" | "token";
type LinkedBody<Name extends keyof typeof endpoints> = Omit<BodyOf<(typeof endpoints)[Name]>, LinkFields>;

/** Cancels an order without an account. @throws HttpError 404, 409 `lianne_state` */
export type CancelLinked = (order: LinkedOrderRef, change: LinkedBody<"cancelLinked">) => Promise<unknown>;

/** Changes of an order without an account. @throws HttpError 400, 404, 409 `lianne_state`, 503 */
export interface ChangeLinked {
  recipient: (order: LinkedOrderRef, change: LinkedBody<"changeLinkedRecipient">) => Promise<unknown>;
  quoteAddress: (order: LinkedOrderRef, place: LinkedBody<"quoteLinkedAddress">) => Promise<AddressQuote>;
  address: (order: LinkedOrderRef, change: LinkedBody<"changeLinkedAddress">) => Promise<unknown>;
  option: (
    order: LinkedOrderRef,
    lineId: number,
    change: Omit<LinkedBody<"changeLinkedOption">, "line_id">,
  ) => Promise<unknown>;
}

/** The order of a link as it is now. */
export type SendLinkedOrder = (
  request: FastifyRequest,
  reply: FastifyReply,
  link: { order_id: number; token: string },
) => Promise<LinkedOrder>;

interface LinkedChangeDependencies {
  /** the self-service module is above this one */
  cancelLinked: CancelLinked;
  changeLinked: ChangeLinked;
  sendOrder: SendLinkedOrder;
}

/** What the holder of a link changes of its order. */
export const linkedChangeRoutes =
  (shop: AppContext, { cancelLinked, changeLinked, sendOrder }: LinkedChangeDependencies): FastifyPluginAsync =>
  async (app) => {
    const opened = async (request: FastifyRequest, link: { order_id: number; token: string }, lang: Language) => {
      const { order_id: orderId, token } = link;
      await requireOrderLink(shop, request, { orderId, token, purpose: "view" });
      return { orderId, link: hashToken(token), lang };
    };
    // as for changes in an account: each may call the carrier, and emails the merchant
    const limited = (request: FastifyRequest, { orderId }: LinkedOrderRef) =>
      shop.limits.consume(request, "orderByAccount", `link:${orderId}`);
    registerEndpoint(app, shop, endpoints.cancelLinked, async ({ request, reply, lang, body }) => {
      const { order_id, token, ...change } = body;
      await cancelLinked(await opened(request, { order_id, token }, lang), change);
      return sendOrder(request, reply, { order_id, token });
    });
    registerEndpoint(app, shop, endpoints.changeLinkedRecipient, async ({ request, reply, lang, body }) => {
      const { order_id, token, ...change } = body;
      const order = await opened(request, { order_id, token }, lang);
      limited(request, order);
      await changeLinked.recipient(order, change);
      return sendOrder(request, reply, { order_id, token });
    });
    registerEndpoint(app, shop, endpoints.quoteLinkedAddress, async ({ request, lang, body }) => {
      const { order_id, token, ...place } = body;
      const order = await opened(request, { order_id, token }, lang);
      // apart from the changes, which follow it
      shop.limits.consume(request, "orderByAccount", `quote:${order_id}`);
      return changeLinked.quoteAddress(order, place);
    });
    registerEndpoint(app, shop, endpoints.changeLinkedAddress, async ({ request, reply, lang, body }) => {
      const { order_id, token, ...change } = body;
      const order = await opened(request, { order_id, token }, lang);
      limited(request, order);
      await changeLinked.address(order, change);
      return sendOrder(request, reply, { order_id, token });
    });
    registerEndpoint(app, shop, endpoints.changeLinkedOption, async ({ request, reply, lang, body }) => {
      const { order_id, token, line_id: lineId, ...change } = body;
      const order = await opened(request, { order_id, token }, lang);
      limited(request, order);
      await changeLinked.option(order, lineId, change);
      return sendOrder(request, reply, { order_id, token });
    });
  };
