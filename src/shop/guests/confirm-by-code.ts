import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { guestOrderEndpoints as endpoints } from "#contract/endpoints/guest-orders.ts";
import type { Language } from "#contract/language.ts";
import { maskPhone } from "#contract/masked-contact.ts";
import { toE164 } from "#contract/person-validation.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { requireBuyer } from "#shop/kernel/auth/buyer.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { noRoute, notFound } from "#shop/kernel/request/not-found.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { confirmByOf, confirmCashOrder, lockOrder, type OrderActor, ownedBy } from "#shop/orders/index.ts";
import type { CodeSubject } from "#shop/phone-codes/index.ts";
import { requireOrderLink } from "./order-links.ts";
import { refusedCode, requireCode, sendNewCode } from "./phone-codes.ts";

interface OrderRef {
  order_id: number;
  token?: string | undefined;
}

interface WaitingOrder {
  /** as stored: a merchant's program may have written it in another notation */
  phone: string;
  /** of its code; null without a Vietnamese mobile number */
  subject: CodeSubject | null;
  /** an emailed link confirms it too */
  hasLink: boolean;
  actor: OrderActor;
}

/** @throws HttpError 401, 404, 409 `order_not_waiting`, 429 */
async function waitingOrder(
  shop: AppContext,
  request: FastifyRequest,
  { order_id: orderId, token }: OrderRef,
  lang: Language,
): Promise<WaitingOrder> {
  const { db, clock, config } = shop;
  if (!config.phone) throw noRoute();
  const now = clock.now();
  const buyer = token === undefined ? await requireBuyer(db, request, { now, to: "read" }) : null;
  if (token !== undefined) await requireOrderLink(shop, request, { orderId, token, purpose: "view" });
  const order = await db.one<{ phone: string; waits: boolean; hasLink: boolean }>(sql`
    select o.billing ->> 'phone' phone, ${confirmByOf(now)} is not null waits, 
      not coalesce(c.needs_code, false) and coalesce(o.billing ->> 'email', '') <> '' "hasLink"
    from orders o left join cod_confirmation c on c.order_id = o.id where o.id = ${orderId} and o.status <> 'trash' and ${buyer ? ownedBy(buyer) : sql`true`}`);
  if (!order) throw notFound(request);
  if (!order.waits) throw new HttpError(409, "order_not_waiting", t(lang, "cod_confirmation.late"));
  const phone = toE164(order.phone);
  return {
    phone: order.phone,
    subject: phone === null ? null : { purpose: "confirm", orderNumber: String(orderId), phone },
    hasLink: order.hasLink,
    actor: `customer:${buyer?.customerId ?? 0}`,
  };
}

const hasPhone = async (reader: Reader, orderId: number, phone: string): Promise<boolean> =>
  (await reader.one(sql`select from orders where id = ${orderId} and billing ->> 'phone' = ${phone}`)) !== undefined;

/** Confirming a cash order by a code sent to its phone. */
export const confirmByCodeRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    registerEndpoint(app, shop, endpoints.requestConfirmCode, async ({ request, lang, body }) => {
      const { phone: stored, subject, hasLink } = await waitingOrder(shop, request, body, lang);
      const phone = maskPhone(stored);
      if (subject && (await sendNewCode(shop, request, subject)))
        return { success: true as const, message: t(lang, "cod_confirmation.code_sent_to", { phone }) };
      const key = hasLink ? "cod_confirmation.code_not_sent" : "cod_confirmation.code_not_sent_call";
      throw new HttpError(409, "code_not_sent", t(lang, key, { phone, shop: t(lang, "footer.phone") }));
    });
    registerEndpoint(app, shop, endpoints.confirmByCode, async ({ request, lang, body }) => {
      const { phone, subject, actor } = await waitingOrder(shop, request, body, lang);
      if (!subject) throw refusedCode("ended", lang);
      await requireCode(shop, request, { subject, code: body.code, lang });
      const by = { actor, by: "code", hasCodes: true, lang, now: clock.now() } as const;
      await db.transaction(async (tx) => {
        await lockOrder(tx, body.order_id);
        // the code has proven the number that the order had before
        if (!(await hasPhone(tx, body.order_id, phone))) throw refusedCode("ended", lang);
        await confirmCashOrder(tx, body.order_id, by);
      });
      return { success: true as const };
    });
  };
