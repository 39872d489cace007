import type { FastifyPluginAsync } from "fastify";
import { guestOrderEndpoints as endpoints } from "#contract/endpoints/guest-orders.ts";
import { toE164 } from "#contract/person-validation.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { noRoute } from "#shop/kernel/request/not-found.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { assertOrderLookup } from "./assert-guests-order.ts";
import { enqueueLookup, orderIdOf } from "./lookup.ts";
import { createOrderLink } from "./order-links.ts";
import { orderPath } from "./order-mail-url.ts";
import { enqueueCode, refusedCode, requireCode } from "./phone-codes.ts";

/** As typed, or as a transfer code pads it. */
const toNumber = (typed: string): string => typed.replace(/^#?0*/, "");

/**
 * What the limit by order counts: an order with one contact, the order's or not. Wrong contacts then do not use up the order's limit, and
 * over it a wrong one and the right one have the same response.
 */
const lookupOf = (number: string, contact: string): string => `${number} ${toE164(contact) ?? contact.toLowerCase()}`;

/** Makes a link to an order without an account. @returns its path; null without such an order of this phone number */
const openByPhone = (
  { db, clock }: AppContext,
  { number, phone }: { number: string; phone: string },
): Promise<string | null> =>
  db.transaction(async (tx) => {
    const orderId = orderIdOf(number);
    if (orderId === null) return null;
    // not in the middle of a correction of the phone number, or of a claim
    await lockOrder(tx, orderId);
    const order = await tx.one<{ phone: string }>(sql`
      select billing ->> 'phone' phone from orders where id = ${orderId} and customer_id is null and status <> 'trash'`);
    if (!order || toE164(order.phone) !== phone) return null;
    return orderPath(orderId, await createOrderLink(tx, { orderId, purpose: "view", byPhone: true, now: clock.now() }));
  });

/** Finding an order by its number and a contact. */
export const lookupRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { config, limits } = shop;
    registerEndpoint(app, shop, endpoints.lookup, async ({ request, lang, body }) => {
      await assertOrderLookup(shop);
      const { order_number, contact } = body;
      const number = toNumber(order_number);
      limits.consume(request, "orderLookupPerDayByAddress", request.ip);
      limits.consume(request, "orderLookupByAccount", lookupOf(number, contact));
      const phone = config.phone && toE164(contact);
      if (phone) {
        await enqueueCode(shop, request, { purpose: "lookup", orderNumber: number, phone }, lang);
        return { success: true as const, code: true as const, message: t(lang, "guest.code_sent") };
      }
      await enqueueLookup(shop, { number, contact, lang });
      return { success: true as const, message: t(lang, "guest.lookup_sent") };
    });
    registerEndpoint(app, shop, endpoints.lookupByCode, async ({ request, reply, lang, body }) => {
      await assertOrderLookup(shop);
      if (!config.phone) throw noRoute();
      const { order_number, contact, code } = body;
      const number = toNumber(order_number);
      const phone = toE164(contact);
      // no code was sent to any other contact
      if (!phone) throw refusedCode("ended", lang);
      await requireCode(shop, request, { subject: { purpose: "lookup", orderNumber: number, phone }, code, lang });
      const path = await openByPhone(shop, { number, phone });
      if (path === null) throw refusedCode("wrong", lang);
      reply.header("cache-control", "no-store");
      return { path };
    });
  };
