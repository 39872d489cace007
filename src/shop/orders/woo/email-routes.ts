import type { FastifyPluginAsync } from "fastify";
import type { BodyOf } from "#contract/endpoint.ts";
import { orderEmailEndpoints as endpoints } from "#contract/endpoints/order-emails.ts";
import type { Language } from "#contract/language.ts";
import { orderStatuses } from "#contract/order-statuses.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { recordAuditEvent } from "#shop/kernel/db/audit.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { type HandlerContext, registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { queueMail } from "#shop/mail/index.ts";
import { lockOrder } from "../lock-order.ts";
import { sendPendingAccountEmails } from "../order-emails.ts";
import { buildOrderEmail, listOrderEmails, orderEmailTemplates } from "../order-email-templates.ts";
import { type VersionCheck, versionCheck } from "../order-version.ts";
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
  if (email) await sendPendingAccountEmails(tx, orderId, email);
}

interface EmailToSend {
  templateId: string;
  recipient: EmailRecipient;
  requireVersion: VersionCheck;
}

/** Sends an email about an order. @throws HttpError 404, 412, 400 as WooCommerce */
async function sendAgain(
  tx: Tx,
  orderId: number,
  { templateId, recipient, requireVersion, now }: EmailToSend & { now: Date },
): Promise<string> {
  if (!(await lockOrder(tx, orderId))) throw orderErrors.unknown(404);
  // another address changes the order
  await requireVersion(tx);
  await updateAddress(tx, orderId, { ...recipient, now });
  const mail = await buildOrderEmail(tx, orderId, { template: templateId, now });
  const ids = await listOrderEmails(tx, orderId);
  if (!mail && ids?.length === 0) throw badRequest("missing_email", "Order does not have an email address.");
  if (!mail) throw badRequest("invalid_email_template", `${templateId} is not a valid template for this order.`);
  const to = recipient.email ?? mail.to;
  await queueMail(tx, { ...mail, to, elsewhere: recipient.this_email_only });
  await recordAuditEvent(tx, { operation: "exported", object: "order", id: orderId });
  return to ?? "";
}

/** `wc/v3/orders/{id}/actions`, and the list of statuses. */
export const orderEmailRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock, config } = shop;
    const send = (
      { request, path: { id }, lang }: Pick<HandlerContext<typeof endpoints.sendEmail>, "request" | "path" | "lang">,
      templateId: string,
      recipient: EmailRecipient,
    ) => {
      const requireVersion = versionCheck(request, id, { lang, publicUrl: config.publicUrl });
      const email = { templateId, recipient, requireVersion };
      return db.transaction((tx) => sendAgain(tx, id, { ...email, now: clock.now() }));
    };
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
    registerEndpoint(app, shop, endpoints.sendEmail, async ({ body: { template_id, ...recipient }, ...input }) => {
      const to = await send(input, template_id, recipient);
      return { message: `Email template "${template_id}" sent to ${to}.` };
    });
    registerEndpoint(app, shop, endpoints.sendOrderDetails, async ({ body, ...input }) => ({
      message: `Order details sent to ${await send(input, "customer_invoice", body)}.`,
    }));
    registerEndpoint(app, shop, endpoints.listStatuses, async ({ lang }) =>
      orderStatuses.map((slug) => ({ slug, name: t(lang, `order_status.${slug}`) })),
    );
  };
