import type { FastifyReply, FastifyRequest } from "fastify";
import { findBuyer, isGuest } from "#shop/kernel/auth/buyer.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { ownedBy } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { resultUrl } from "./result-url.ts";

/** Result of a customer's return from a gateway. */
export interface GatewayReturn {
  /** the order to show, null if this visitor may not see it */
  orderId: number | null;
  /** whether the order's payment state is part of the URL */
  includeState: boolean;
  /** a change of the order was to be paid, not the order */
  ofChange?: boolean;
}

export type OrderOwnership = "own" | "other" | "guest";

/**
 * Whether the order belongs to the customer of the request's session, or without one to the guest of its cookies (`own`),
 * to another one, or the request has neither.
 */
export async function orderOwnership(
  { db, clock }: AppContextWithGateways,
  request: FastifyRequest,
  orderId: number,
): Promise<OrderOwnership> {
  const buyer = await findBuyer(db, request, { now: clock.now(), to: "read" });
  if (!buyer) return "guest";
  if (await db.one(sql`select from orders o where o.id = ${orderId} and ${ownedBy(buyer)}`)) return "own";
  return isGuest(buyer) ? "guest" : "other";
}

/** Redirects to the page that reads the payment's state from the database. */
export async function redirectToResult(
  shop: AppContextWithGateways,
  reply: FastifyReply,
  { orderId, includeState, ofChange = false }: GatewayReturn,
): Promise<FastifyReply> {
  // the order itself is paid: its own page shows what became of the change
  const url = ofChange
    ? `${shop.config.publicUrl}/profile?tab=orders`
    : await resultUrl(shop, orderId, { includeState });
  return reply.header("cache-control", "no-store").redirect(url, 302);
}
