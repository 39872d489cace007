import type { FastifyRequest } from "fastify";
import type { Reader } from "#shop/kernel/db/database.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { isOwnOrder, type OrderActor } from "#shop/orders/index.ts";

/** The customer whose order it is, by the session. */
export interface OrderOwner {
  customerId: number;
}

/** The owner in the order's history. */
export const actorOf = ({ customerId }: OrderOwner): OrderActor => `customer:${customerId}`;

/** The sender of a request about an order, if it is theirs. @throws HttpError 404 for an order of another person, and for none */
export async function authorizeOwner(
  reader: Reader,
  request: FastifyRequest,
  { orderId, customerId }: { orderId: number; customerId: number },
): Promise<OrderOwner> {
  if (!(await isOwnOrder(reader, orderId, { customerId }))) throw notFound(request);
  return { customerId };
}
