import type { FastifyRequest } from "fastify";
import { sql } from "#shop/kernel/db/database.ts";
import type { Reader, Sql } from "#shop/kernel/db/database.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import type { OrderActor } from "#shop/orders/index.ts";

/** The person whose order it is: a customer by the session. Another kind of owner is added here and in {@link ownedBy}. */
export interface OrderOwner {
  kind: "customer";
  customerId: number;
}

/** Condition: the order `o` is the owner's. */
export const ownedBy = (owner: OrderOwner): Sql => sql`o.customer_id = ${owner.customerId} and o.status <> 'trash'`;

/** The owner in the order's history. */
export const actorOf = ({ customerId }: OrderOwner): OrderActor => `customer:${customerId}`;

/** The sender of a request about an order, if it is theirs. @throws HttpError 404 for an order of another person, and for none */
export async function authorizeOwner(
  reader: Reader,
  request: FastifyRequest,
  { orderId, customerId }: { orderId: number; customerId: number },
): Promise<OrderOwner> {
  const owner: OrderOwner = { kind: "customer", customerId };
  if (await reader.one(sql`select from orders o where o.id = ${orderId} and ${ownedBy(owner)}`)) return owner;
  throw notFound(request);
}
