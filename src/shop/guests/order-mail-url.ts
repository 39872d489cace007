import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { Mail } from "#shop/mail/index.ts";
import { confirmByOf, lockOrder } from "#shop/orders/index.ts";
import { createOrderLink } from "./order-links.ts";

type BankPageUrl = (tx: Tx, orderId: number, options: { publicUrl: string; now: Date }) => Promise<string>;

/** The path of an order's page for a device without a session. */
export const orderPath = (orderId: number, token: string): string => `/order/${orderId}/${token}`;

/**
 * The target of the button of an email about an order without an account, which no login can open, or that waits for a confirmation by its
 * customer, which needs none: a new link to it. An email that was queued before the order's email was corrected gets none.
 * @param bankPage makes the link to the page of bank transfers, which some emails are about
 * @returns null for any other order, and for another recipient
 */
export async function orderMailUrl(
  { db, clock, config }: Pick<AppContext, "db" | "clock" | "config">,
  { orderId, mail, bankPage }: { orderId: number; mail: Mail; bankPage: BankPageUrl },
): Promise<string | null> {
  const { publicUrl } = config;
  const now = clock.now();
  const { template, to, elsewhere } = mail;
  return db.transaction(async (tx) => {
    // a correction of the email ends the links that exist: it must not overlook this one
    await lockOrder(tx, orderId);
    const isOpened = await tx.one(sql`
      select from orders o where o.id = ${orderId} and (${elsewhere} or lower(o.billing ->> 'email') = lower(${to}))
        and (${confirmByOf(now)} is not null
          or (o.customer_id is null and exists (select from guest_order g where g.order_id = o.id)))`);
    if (!isOpened) return null;
    return template.startsWith("bank_")
      ? bankPage(tx, orderId, { publicUrl, now })
      : publicUrl + orderPath(orderId, await createOrderLink(tx, { orderId, purpose: "view", now }));
  });
}
