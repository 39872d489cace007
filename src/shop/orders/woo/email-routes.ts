import type { FastifyPluginAsync } from "fastify";
import type { BodyOf } from "#contract/endpoint.ts";
import { orderEmailEndpoints as endpoints } from "#contract/endpoints/order-emails.ts";
import type { Language } from "#contract/language.ts";
import { orderStatuses } from "#contract/order.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { recordAuditEvent } from "#shop/kernel/db/audit.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { queueMail } from "#shop/mail/index.ts";
import { lockOrder } from "../lock-order.ts";
import { buildOrderEmail, listOrderEmails, orderEmailTemplates } from "../order-email-templates.ts";
import { orderErrors } from "./order-errors.ts";

type EmailRecipient = BodyOf<typeof endpoints.sendOrderDetails>;

const badRequest = (code: string, message: string): HttpError =>
  new HttpError(400, `woocommerce_rest_${code}`, message);

/** Stores another address with the order, where the request requires it. @throws HttpError 400 as WooCommerce */
async function updateAddress(
  tx: Tx,
  orderId: number,
  { email, force_email_update: force, this_email_only: once, now }: EmailRecipient & { now: Date },
): Promise<void> {
  const order = await tx.one<{ email: string }>(
    sql`select billing ->> 'email' email from orders where id = ${orderId}`,
  );
  if (email === undefined || email === order?.email || once) return;
  if (order?.email && !force) throw badRequest("order_billing_email_exists", "Order already has a billing email.");
  await tx.run(sql`
    update orders set billing = billing || jsonb_build_object('email', ${email}::text), modified_at = ${now} where id = ${orderId}`);
}

/** Sends an email about an order. @throws HttpError 404, 400 as WooCommerce */
async function sendAgain(
  tx: Tx,
  orderId: number,
  { templateId, recipient, now }: { templateId: string; recipient: EmailRecipient; now: Date },
): Promise<string> {
  if (!(await lockOrder(tx, orderId))) throw orderErrors.unknown(404);
  await updateAddress(tx, orderId, { ...recipient, now });
  const mail = await buildOrderEmail(tx, orderId, templateId);
  const ids = await listOrderEmails(tx, orderId);
  if (!mail && ids?.length === 0) throw badRequest("missing_email", "Order does not have an email address.");
  if (!mail) throw badRequest("invalid_email_template", `${templateId} is not a valid template for this order.`);
  const to = recipient.email ?? mail.to;
  await queueMail(tx, { ...mail, to });
  await recordAuditEvent(tx, { operation: "exported", object: "order", id: orderId });
  return to ?? "";
}

/** `wc/v3/orders/{id}/actions`, and the list of statuses. */
export const orderEmailRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    const send = (orderId: number, templateId: string, recipient: EmailRecipient) =>
      db.transaction((tx) => sendAgain(tx, orderId, { templateId, recipient, now: clock.now() }));
    const title = (lang: Language, id: keyof typeof orderEmailTemplates) =>
      t(lang, `email_names.${orderEmailTemplates[id]}`);
    registerEndpoint(app, shop, endpoints.listTemplates, async ({ path, lang }) => {
      const ids = await listOrderEmails(db, path.id);
      if (!ids) throw orderErrors.unknown(404);
      return ids.map((id) => ({
        id,
        title: title(lang, id),
        description: t(lang, `email_descriptions.${orderEmailTemplates[id]}`),
      }));
    });
    registerEndpoint(app, shop, endpoints.sendEmail, async ({ path, body: { template_id, ...recipient } }) => {
      const to = await send(path.id, template_id, recipient);
      return { message: `Email template "${template_id}" sent to ${to}.` };
    });
    registerEndpoint(app, shop, endpoints.sendOrderDetails, async ({ path, body }) => ({
      message: `Order details sent to ${await send(path.id, "customer_invoice", body)}.`,
    }));
    registerEndpoint(app, shop, endpoints.listStatuses, async ({ lang }) =>
      orderStatuses.map((slug) => ({ slug, name: t(lang, `order_status.${slug}`) })),
    );
  };
