import type { FastifyRequest } from "fastify";
import type { SubmitAttempt } from "./checkout/idempotency.ts";
import type { Placed } from "./write-order.ts";

/** Who places an order by this call, and from where. */
export const placedBy = (
  request: FastifyRequest,
  { customerId, attempt, now }: Pick<Placed, "customerId" | "now"> & { attempt: SubmitAttempt },
): Placed => ({
  ...{ customerId, attempt, now },
  actor: `customer:${customerId}`,
  // without the zone of a link-local address, which the database does not take
  address: request.ip.replace(/%.*$/, ""),
  userAgent: request.headers["user-agent"] ?? "",
});
