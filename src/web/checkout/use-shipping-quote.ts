import { useQuery } from "@tanstack/react-query";
import type { CartItem } from "#contract/cart.ts";
import { getStore } from "#web/api/browser-store.ts";
import { ask } from "#web/api/query-client.ts";
import type { OrderForm } from "./order-form.ts";

export type ShippingQuote =
  /** no ward yet: nothing to quote */
  | { state: "unknown" }
  | { state: "loading" }
  | { state: "failed"; retry: () => void }
  /** whole đồng; `free` only where the shop really charges nothing */
  | { state: "known"; cost: number; free: boolean };

/** What the server asks for delivery, asked again whenever ward, pieces or delivery method change. */
export function useShippingQuote(form: OrderForm, items: readonly CartItem[]): ShippingQuote {
  const pickup = form.deliveryMethod === "in person";
  const pieces = items.map((item) => `${item.variation_id ?? item.id}:${item.quantity}`).join(",");
  const ready = items.length > 0 && (pickup || (form.shippingDistrictId !== null && form.shippingWardId !== ""));
  const question = pickup
    ? { method: "local_pickup" as const, items: pieces }
    : {
        method: "flat_rate" as const,
        items: pieces,
        district_id: form.shippingDistrictId ?? undefined,
        ward_code: form.shippingWardId,
      };
  const query = useQuery({
    queryKey: ["shipping-cost", question],
    queryFn: () => ask(getStore().shippingCost(question)),
    enabled: ready,
  });
  if (!ready) return { state: "unknown" };
  if (query.data) return { state: "known", cost: query.data.shipping_cost, free: query.data.free };
  if (query.isError && !query.isFetching) return { state: "failed", retry: () => void query.refetch() };
  return { state: "loading" };
}
