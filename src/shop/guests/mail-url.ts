import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { MailTemplate } from "#shop/mail/index.ts";
import { createOrderLink } from "./order-links.ts";

type BankPageUrl = (tx: Tx, orderId: number, options: { publicUrl: string; now: Date }) => Promise<string>;

/** The path of an order's page for a device without a session. */
export const orderPath = (orderId: number, token: string): string => `/order/${orderId}/${token}`;

/**
 * The target of the button of an email about an order without an account, which no login can open: a new link to it.
 * @param bankPage makes the link to the page of bank transfers, which some emails are about
 * @returns null for any other order
 */
export async function guestMailUrl(
  { db, clock, config }: Pick<AppContext, "db" | "clock" | "config">,
  { orderId, template, bankPage }: { orderId: number; template: MailTemplate; bankPage: BankPageUrl },
): Promise<string | null> {
  const isGuests = await db.one(sql`
    select from guest_order g join orders o on o.id = g.order_id where o.id = ${orderId} and o.customer_id is null`);
  if (!isGuests) return null;
  const { publicUrl } = config;
  const now = clock.now();
  return db.transaction(async (tx) =>
    template.startsWith("bank_")
      ? bankPage(tx, orderId, { publicUrl, now })
      : publicUrl + orderPath(orderId, await createOrderLink(tx, { orderId, purpose: "view", now })),
  );
}
