import type { FastifyRequest } from "fastify";
import type { Placed } from "./write-order.ts";

/** The customer, client and submit behind a new order. */
export const placedBy = (
  request: FastifyRequest,
  { customerId, attempt, now }: Pick<Placed, "customerId" | "attempt" | "now">,
): Placed => ({
  ...{ customerId, attempt, now },
  actor: `customer:${customerId}`,
  // without the zone of a link-local address, which `inet` does not accept
  address: request.ip.replace(/%.*$/, ""),
  userAgent: request.headers["user-agent"] ?? "",
});
