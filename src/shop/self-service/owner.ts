import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { isOwnOrder, type OrderActor } from "#shop/orders/index.ts";

/** The customer whose order it is, by the session; null: the holder of a link to an order without an account. */
export interface OrderOwner {
  customerId: number | null;
  /** hash of the link's token, which was checked */
  link?: Buffer;
}

/** An order that its owner sees or changes. */
export interface OwnedOrder {
  owner: OrderOwner;
  orderId: number;
  /** of the request */
  lang: Language;
}

export const isByLink = ({ customerId }: OrderOwner): boolean => customerId === null;

/** The owner in the order's history. */
export const actorOf = ({ customerId }: OrderOwner): OrderActor => `customer:${customerId ?? 0}`;

/** Whether it is the owner's order: of a link, one that no account has. */
export const isOwnersOrder = async (reader: Reader, orderId: number, { customerId }: OrderOwner): Promise<boolean> =>
  customerId === null
    ? (await reader.one(
        sql`select from orders where id = ${orderId} and customer_id is null and status <> 'trash'`,
      )) !== undefined
    : isOwnOrder(reader, orderId, { customerId });

/** The sender of a request about an order, if it is theirs. @throws HttpError 404 for an order of another person, and for none */
export async function authorizeOwner(
  reader: Reader,
  request: FastifyRequest,
  { orderId, customerId }: { orderId: number; customerId: number },
): Promise<OrderOwner> {
  if (!(await isOwnOrder(reader, orderId, { customerId }))) throw notFound(request);
  return { customerId };
}
