import { useQuery } from "@tanstack/react-query";
import type { Dong } from "#contract/money.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";
import { currentOwner, userKey } from "#web/api/session.ts";
import { freeShippingFrom } from "#web/cart/free-shipping.ts";

/**
 * Shipping cost of a past order, null while loading. A historic order without a cost that was not free by
 * rule shows an estimate, which was not charged; the stored order is never changed.
 */
export function useShownShipping(order: OrderRecord): { cost: Dong | null; charged: boolean } {
  const stored = order.payment.shipping_cost;
  const itemCount = order.items.reduce((sum, item) => sum + item.quantity, 0);
  const historic = stored === 0 && itemCount < freeShippingFrom && order.shipping.method !== "local_pickup";
  const query = useQuery({
    queryKey: userKey(currentOwner(), "historic-shipping", order.order_id),
    queryFn: () => unwrap(getApiClient().shippingCost({ order_id: order.order_id })),
    enabled: historic,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!historic || query.isError) return { cost: stored, charged: true };
  const quoted = query.data?.shipping_cost ?? null;
  return { cost: quoted, charged: quoted === null || quoted === 0 };
}
