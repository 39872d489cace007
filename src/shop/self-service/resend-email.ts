import type { SelfServiceState } from "#contract/self-service.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { queueMail } from "#shop/mail/index.ts";
import { buildOrderEmail, listOrderEmails, type OrderEmailId, orderEmailTemplates } from "#shop/orders/index.ts";
import { recordAct } from "./change-order.ts";
import { readState } from "./facts.ts";
import type { OwnedOrder } from "./owner.ts";

/** The email that was sent last of those that fit the order now; the last that fits, if none is stored any more. */
async function lastEmail(reader: Reader, orderId: number): Promise<OrderEmailId | undefined> {
  const ids = (await listOrderEmails(reader, orderId)) ?? [];
  const sent = await reader.one<{ template: string }>(sql`
    select payload ->> 'template' "template" from outbox
    where kind = 'mail' and payload -> 'values' ->> 'order_number' = ${String(orderId)}
      and payload ->> 'template' = any(${ids.map((id) => orderEmailTemplates[id])}::text[])
    order by id desc limit 1`);
  return ids.find((id) => orderEmailTemplates[id] === sent?.template) ?? ids.at(-1);
}

/** Sends the last email about an owner's order again, to the order's address only. @throws HttpError 409 if there is none */
export async function resendEmail({ db, clock }: AppContext, own: OwnedOrder): Promise<SelfServiceState> {
  const { orderId, lang } = own;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const id = await lastEmail(tx, orderId);
    const mail = id && (await buildOrderEmail(tx, orderId, { template: id, now }));
    if (!mail) throw new HttpError(409, "lianne_no_email", t(lang, "self_service.no_email"));
    await queueMail(tx, mail);
    const name = t("vi", `email_names.${mail.template}`);
    await recordAct(tx, orderId, { act: "email_sent", values: { name }, notify: false, now });
  });
  return readState(db, own);
}
