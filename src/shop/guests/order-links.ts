import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { hashToken } from "#shop/kernel/base/secrets.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { guestOrderMs } from "#shop/kernel/auth/buyer.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";

/** Time from the last change of an order's status to the end of its links; a new link works for a day at least. */
const linkMs = 90 * dayMs;
const minLinkMs = dayMs;
/** For how long the limits of cash orders count an order. */
const countedMs = 2 * dayMs;

export type LinkPurpose = "view" | "claim";

const endsAfter = (now: Date): Sql => sql`
  (l.created_at > ${new Date(now.getTime() - minLinkMs)}
    or (select max(e.at) from order_event e where e.order_id = l.order_id) > ${new Date(now.getTime() - linkMs)})`;

/**
 * Makes a link to one order. @returns its token, 128 random bits in hexadecimal: pages redirect paths to lower case. Only its hash
 * is stored.
 * @param byPhone by a code sent to the order's phone: the link ends with that phone number
 */
export async function createOrderLink(
  tx: Tx,
  { orderId, purpose, byPhone = false, now }: { orderId: number; purpose: LinkPurpose; byPhone?: boolean; now: Date },
): Promise<string> {
  const token = randomBytes(16).toString("hex");
  await tx.run(sql`
    insert into order_link (token_hash, order_id, purpose, by_phone, created_at)
    values (${hashToken(token)}, ${orderId}, ${purpose}, ${byPhone}, ${now})`);
  return token;
}

interface OpenedLink {
  /** its holder has proven the phone number of a guest's order that has no email, as an emailed link proves the email of any other */
  provesContact: boolean;
}

/** A link to this order for this purpose that has neither ended nor been revoked, by its token. */
const findOrderLink = (
  reader: Reader,
  { orderId, token, purpose, now }: { orderId: number; token: string; purpose: LinkPurpose; now: Date },
): Promise<OpenedLink | undefined> =>
  reader.one(sql`
    select l.by_phone and o.customer_id is null and coalesce(o.billing ->> 'email', '') = '' "provesContact"
    from order_link l join orders o on o.id = l.order_id
    where l.token_hash = ${hashToken(token)} and l.order_id = ${orderId} and l.purpose = ${purpose}
      and l.revoked_at is null and o.status <> 'trash' and ${endsAfter(now)}`);

/**
 * Requires the token of a link, and counts wrong ones. Over their limit a correct one is refused too: otherwise guessing could go on.
 * @throws HttpError 404, 429
 */
export async function requireOrderLink(
  { db, clock, limits }: AppContext,
  request: FastifyRequest,
  link: { orderId: number; token: string; purpose: LinkPurpose },
  reader: Reader = db,
): Promise<OpenedLink> {
  limits.assertWithin(request, "wrongOrderTokenByAddress", request.ip);
  const opened = await findOrderLink(reader, { ...link, now: clock.now() });
  if (opened) return opened;
  limits.consume(request, "wrongOrderTokenByAddress", request.ip);
  throw notFound(request);
}

/** Whether the holder of a link to an order's page has proven the contact of an order without an email. */
export const provesContact = async (
  { db, clock }: Pick<AppContext, "db" | "clock">,
  link: { orderId: number; token: string },
): Promise<boolean> =>
  (await findOrderLink(db, { ...link, purpose: "view", now: clock.now() }))?.provesContact === true;

/** Opens a link to an order's page. Its function throws HttpError 404, 429 */
export const openOrderLink =
  (shop: AppContext) =>
  (request: FastifyRequest, link: { orderId: number; token: string }, reader?: Reader): Promise<OpenedLink> =>
    requireOrderLink(shop, request, { ...link, purpose: "view" }, reader);

/** Whether the token is that of a link by which the order could be added to an account, which has happened meanwhile. */
export const isUsedClaimLink = async (
  reader: Reader,
  { orderId, token }: { orderId: number; token: string },
): Promise<boolean> =>
  (await reader.one(sql`
    select from order_link l join guest_order g on g.order_id = l.order_id
    where l.token_hash = ${hashToken(token)} and l.order_id = ${orderId} and l.purpose = 'claim' and g.claimed_at is not null`)) !==
  undefined;

/** Whether a link by which an order is added to an account was made after this time, and works. */
export const hasClaimLinkSince = async (reader: Reader, orderId: number, since: Date): Promise<boolean> =>
  (await reader.one(sql`
    select from order_link
    where order_id = ${orderId} and purpose = 'claim' and revoked_at is null and created_at > ${since} limit 1`)) !==
  undefined;

/** Ends all links to an order. @returns how many there were */
export const revokeOrderLinks = (tx: Tx, orderId: number, now: Date): Promise<number> =>
  tx.run(sql`update order_link set revoked_at = ${now} where order_id = ${orderId} and revoked_at is null`);

/** Ends the links by which an order is added to an account: it was added. */
export const revokeClaimLinks = (tx: Tx, orderId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update order_link set revoked_at = ${now} where order_id = ${orderId} and purpose = 'claim' and revoked_at is null`);

/** Deletes links that have ended, and what identifies a browser and its network once it is no longer used. */
export async function sweepGuestOrders(tx: Tx, now: Date): Promise<number> {
  const deleted = await tx.run(sql`
    delete from order_link l using orders o where o.id = l.order_id and (o.status = 'trash' or not ${endsAfter(now)})`);
  await tx.run(sql`
    update guest_order set network = null, place_key = null
    where placed_at <= ${new Date(now.getTime() - countedMs)} and (network is not null or place_key is not null)`);
  await tx.run(sql`
    update guest_order set visitor = null, cart = null
    where placed_at <= ${new Date(now.getTime() - guestOrderMs)} and visitor is not null`);
  return deleted;
}
