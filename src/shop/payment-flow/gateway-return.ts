import type { FastifyReply, FastifyRequest } from "fastify";
import { sessionCustomer } from "#shop/kernel/auth/sessions.ts";
import { sql } from "#shop/kernel/db/database.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { resultUrl } from "./result-url.ts";

/** Result of a customer's return from a gateway. */
export interface GatewayReturn {
  /** the order to show, null if this visitor may not see it */
  orderId: number | null;
  /** whether the order's payment state is part of the URL */
  includeState: boolean;
}

export type OrderOwnership = "own" | "other" | "guest";

/**
 * Whether the order belongs to the customer of the request's session (`own`), to another one, or the request has no
 * session.
 */
export async function orderOwnership(
  { db, clock }: AppContextWithGateways,
  request: FastifyRequest,
  orderId: number,
): Promise<OrderOwnership> {
  const customerId = await sessionCustomer(db, request, clock.now());
  if (customerId === null) return "guest";
  const own = await db.one(sql`select from orders where id = ${orderId} and customer_id = ${customerId}`);
  return own ? "own" : "other";
}

/** Redirects to the page that reads the payment's state from the database. */
export async function redirectToResult(
  shop: AppContextWithGateways,
  reply: FastifyReply,
  { orderId, includeState }: GatewayReturn,
): Promise<FastifyReply> {
  return reply.header("cache-control", "no-store").redirect(await resultUrl(shop, orderId, { includeState }), 302);
}
