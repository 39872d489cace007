import type { FastifyRequest } from "fastify";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { notLoggedIn } from "#shop/kernel/request/not-logged-in.ts";
import { type GuestCheckout, guestCheckout } from "#shop/kernel/settings/guest-checkout.ts";
import { cartHash, guestCartMs, sessionCustomer, visitorHash } from "./sessions.ts";

/** A buyer without an account, by the cookies of the browser. */
export interface Guest {
  customerId: null;
  /** hash of the cookie by which the browser reads its orders */
  visitor: Buffer;
  /** hash of the cart's token; null without a cart */
  cart: Buffer | null;
  /** cash orders wait for a confirmation; those of accounts: see `customersConfirm` of checkout */
  confirms: boolean;
  /** a cash order of this request is confirmed by a code sent to its phone; see `withConfirmation` of checkout */
  needsCode?: boolean;
  /** older orders are no longer read by the cookie */
  readsSince: Date;
}

/** The buyer of an order: a logged-in customer, or a guest. */
export type Buyer = { customerId: number } | Guest;

/** How long a browser reads the orders that it placed. */
export const guestOrderMs = 30 * dayMs;

export const isGuest = (buyer: Buyer): buyer is Guest => buyer.customerId === null;

/** A name of the buyer for limits and idempotency keys, without its token. */
export const buyerName = (buyer: Buyer): string =>
  isGuest(buyer) ? `guest:${buyer.visitor.toString("hex")}` : `customer:${buyer.customerId}`;

interface KnownVisitor {
  mode: GuestCheckout | null;
  hasCart: boolean;
  hasOrders: boolean;
}

/**
 * The guest of a request's cookies, if the shop issued them. `place`: while guests may order; `read`: also later, to read
 * the orders that the browser has placed.
 */
async function findGuest(
  db: Db,
  request: FastifyRequest,
  { now, to }: { now: Date; to: "place" | "read" },
): Promise<Guest | null> {
  const visitor = visitorHash(request);
  if (!visitor) return null;
  const cart = cartHash(request);
  const readsSince = new Date(now.getTime() - guestOrderMs);
  const known = await db.one<KnownVisitor>(sql`
    select (select value #>> '{}' from setting where name = ${guestCheckout.name}) "mode",
      exists (select from cart where token_hash = ${cart} and updated_at > ${new Date(now.getTime() - guestCartMs)}) "hasCart",
      exists (select from guest_order where visitor = ${visitor}
        and placed_at > ${readsSince}) "hasOrders"`);
  const isOn = known?.mode === "on" || known?.mode === "confirmed";
  if (!known || !(isOn ? known.hasCart || known.hasOrders : to === "read" && known.hasOrders)) return null;
  const confirms = known.mode === "confirmed";
  return { customerId: null, visitor, cart: known.hasCart ? cart : null, confirms, readsSince };
}

/** The buyer of a request: the customer of its session, else the guest of its cookies; null without either. */
export async function findBuyer(
  db: Db,
  request: FastifyRequest,
  options: { now: Date; to: "place" | "read" },
): Promise<Buyer | null> {
  const customerId = await sessionCustomer(db, request, options.now);
  return customerId === null ? findGuest(db, request, options) : { customerId };
}

/** As {@link findBuyer}. @throws HttpError 401 without a buyer */
export async function requireBuyer(...args: Parameters<typeof findBuyer>): Promise<Buyer> {
  const buyer = await findBuyer(...args);
  if (!buyer) throw notLoggedIn(args[1]);
  return buyer;
}
