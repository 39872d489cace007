import { z } from "zod";
import { LanguageCode } from "#contract/field-schemas.ts";
import type { Language } from "#contract/language.ts";
import { toE164 } from "#contract/person-validation.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { decrypt, encrypt } from "#shop/kernel/base/secrets.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { enqueue, type OutboxHandler } from "#shop/kernel/jobs/jobs.ts";
import { queueMail } from "#shop/mail/index.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { orderPath } from "./order-mail-url.ts";
import { createOrderLink } from "./order-links.ts";

export const lookupKind = "order_lookup";

const purpose = "order-lookup";
const Lookup = z.object({ sealed: z.string(), lang: LanguageCode });
const Requested = z.object({ number: z.string(), contact: z.string() });

/**
 * Enqueues a look-up. The job finds the order, so that the request takes the same time whether there is one or not.
 * @param contact phone number or email; encrypted in the job
 */
export const enqueueLookup = (
  { db, config }: Pick<AppContext, "db" | "config">,
  { number, contact, lang }: { number: string; contact: string; lang: Language },
): Promise<number> => {
  const sealed = encrypt(config.appSecret, purpose, JSON.stringify({ number, contact })).toString("base64");
  return db.transaction((tx) => enqueue(tx, lookupKind, { sealed, lang }));
};

interface FoundOrder {
  customerId: number | null;
  email: string;
  phone: string;
  name: string;
}

/** The id of an order by its number; null for text that is no number of an order. */
export const orderIdOf = (number: string): number | null => (/^[1-9]\d{0,8}$/.test(number) ? Number(number) : null);

/**
 * Sends the link to an order to the order's email, if the contact is the order's; to an account's order it leads by login.
 * @param key of the email: a second one with it is not sent
 */
export async function sendLookupLink(
  { db, config, clock }: AppContext,
  { number, contact, lang }: { number: string; contact: string; lang: Language },
  key: string,
): Promise<void> {
  const orderId = orderIdOf(number);
  if (orderId === null) return;
  await db.transaction(async (tx) => {
    // a correction of the email ends the links that exist: it must not overlook this one
    await lockOrder(tx, orderId);
    const order = await tx.one<FoundOrder>(sql`
      select customer_id "customerId", billing ->> 'email' email, billing ->> 'phone' phone, billing ->> 'first_name' "name"
      from orders where id = ${orderId} and status <> 'trash'`);
    if (!order?.email) return;
    const isContact = contact.includes("@")
      ? contact.toLowerCase() === order.email.toLowerCase()
      : toE164(contact) !== null && toE164(contact) === toE164(order.phone);
    if (!isContact) return;
    const path =
      order.customerId === null
        ? orderPath(orderId, await createOrderLink(tx, { orderId, purpose: "view", now: clock.now() }))
        : "/profile?tab=orders";
    const values = { name: order.name, order_number: number };
    await queueMail(
      tx,
      { template: "order_link", to: order.email, lang, values },
      {
        secrets: { values: { url: config.publicUrl + path }, appSecret: config.appSecret },
        uniqueKey: `order_link:${key}`,
      },
    );
  });
}

export const handleLookup =
  (shop: AppContext): OutboxHandler =>
  async (payload, row) => {
    const { sealed, lang } = Lookup.parse(payload);
    const opened: unknown = JSON.parse(decrypt(shop.config.appSecret, purpose, Buffer.from(sealed, "base64")));
    await sendLookupLink(shop, { ...Requested.parse(opened), lang }, String(row.id));
  };
