import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import { createBuyerAccount, findAccountByEmail, type MergeGuestCart } from "#shop/customers/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Guest } from "#shop/kernel/auth/buyer.ts";
import { carriedSessionHash, openSession } from "#shop/kernel/auth/sessions.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { queueMail } from "#shop/mail/index.ts";
import { findOrder, findOwnOrder, lockOrder, ownedBy } from "#shop/orders/index.ts";
import { claimOrders } from "./claim-orders.ts";
import { orderPath } from "./order-mail-url.ts";
import { createOrderLink, hasClaimLinkSince } from "./order-links.ts";

interface SaveOrderRequest {
  request: FastifyRequest;
  guest: Guest;
  order_id: number;
  password: string;
  lang: Language;
  mergeGuestCart: MergeGuestCart;
}

/** The orders that this browser has placed with an email: the cookie proves them, so the email need not be confirmed. */
async function ordersOfBrowser(reader: Reader, guest: Guest, email: string): Promise<number[]> {
  const rows = await reader.all<{ id: number }>(sql`
    select o.id from orders o where ${ownedBy(guest)} and lower(o.billing ->> 'email') = lower(${email})`);
  return rows.map(({ id }) => id);
}

/**
 * Emails the order's address, which has an account, the link by which that account gets the order; once in an hour, as the address may be
 * another person's.
 */
async function offerToAccount({ db, clock, config }: AppContext, orderId: number, lang: Language): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const order = await findOrder(tx, orderId);
    if (!order || (await hasClaimLinkSince(tx, orderId, new Date(now.getTime() - hourMs)))) return;
    const token = await createOrderLink(tx, { orderId, purpose: "claim", now });
    const url = config.publicUrl + orderPath(orderId, token).replace("/order/", "/order-claim/");
    const { email, first_name: name } = order.billing;
    await queueMail(
      tx,
      { template: "order_claim", to: email, lang, values: { name, order_number: String(orderId) } },
      { secrets: { values: { url }, appSecret: config.appSecret } },
    );
  });
}

/**
 * Keeps the orders of a browser in an account: a new one, which is not confirmed and logged in at once, or by an email if the address has
 * one.
 * @returns null without such an order; `account` is null if an email was sent instead
 * @throws HttpError 409 for an order without an email
 */
export async function saveOrder(
  shop: AppContext,
  { request, guest, order_id: orderId, password, lang, mergeGuestCart }: SaveOrderRequest,
): Promise<{ account: { token: string; username: string } | null } | null> {
  const { db, clock, config } = shop;
  const order = await findOwnOrder(db, orderId, guest);
  if (!order) return null;
  const now = clock.now();
  const { email, phone, first_name: firstName, last_name: lastName } = order.billing;
  if (!email) throw new HttpError(409, "order_without_email", t(lang, "guest.keep_no_email"));
  const person = { email, password, firstName, lastName, phone, lang };
  const { publicUrl, appSecret } = config;
  const account = (await findAccountByEmail(db, email))
    ? null
    : await createBuyerAccount(db, person, {
        ...{ now, publicUrl, appSecret },
        complete: async (tx, { customerId, username }) => {
          await claimOrders(tx, await ordersOfBrowser(tx, guest, email), { customerId, now });
          if (guest.cart) await mergeGuestCart(tx, { customerId, guestHash: guest.cart, now });
          const session = { remember: false, now, previousSessionHash: carriedSessionHash(request) };
          return { token: await openSession(tx, customerId, session), username };
        },
      });
  if (!account) await offerToAccount(shop, orderId, lang);
  return { account };
}
