import { useQuery } from "@tanstack/react-query";
import type { OrderRecord } from "#contract/order.ts";
import { getStore } from "#web/api/browser-store.ts";
import { ask } from "#web/api/query-client.ts";
import { currentOwner, personKey } from "#web/api/session.ts";

const freeFrom = 2;

/**
 * Shipping to show for a past order, whole đồng. A historic order with none that was not free by rule shows what it would
 * cost; the stored order is never changed.
 */
export function useShownShipping(order: OrderRecord): number {
  const pieces = order.items.reduce((sum, item) => sum + item.quantity, 0);
  const historic = order.payment.shipping_cost === 0 && pieces < freeFrom && order.shipping.method !== "local_pickup";
  const query = useQuery({
    queryKey: personKey(currentOwner(), "historic-shipping", order.order_id),
    queryFn: () => ask(getStore().shippingCost({ order_id: order.order_id })),
    enabled: historic,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return historic ? (query.data?.shipping_cost ?? 0) : order.payment.shipping_cost;
}
