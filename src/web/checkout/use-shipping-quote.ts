import { useQuery } from "@tanstack/react-query";
import type { CartItem } from "#contract/cart.ts";
import type { ShippingCost } from "#contract/shipping-cost.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap, queryClient } from "#web/api/query-client.ts";
import { freeShippingFrom } from "#web/cart/free-shipping.ts";
import type { OrderForm } from "./order-form.ts";

export type ShippingQuoteState =
  /** no ward yet: nothing to quote */
  | { state: "unknown" }
  | { state: "loading" }
  | { state: "failed"; retry: () => void }
  /** whole đồng; `free` only if the shop charges nothing; the delivery estimate, null if unknown */
  | { state: "known"; cost: number; free: boolean; expected: string | null };

const free: ShippingQuoteState = { state: "known", cost: 0, free: true, expected: null };

const known = ({ shipping_cost, free: isFree, expected_delivery }: ShippingCost): ShippingQuoteState => ({
  state: "known",
  cost: shipping_cost,
  free: isFree,
  expected: expected_delivery,
});

/** Without an address: free by rule, or not known yet. */
export const quoteWithoutAddress = (itemCount: number): ShippingQuoteState =>
  itemCount >= freeShippingFrom ? free : { state: "unknown" };

type QuoteRequest = Pick<OrderForm, "deliveryMethod" | "shippingDistrictId" | "shippingWardId">;

const questionOf = (
  { deliveryMethod, shippingDistrictId, shippingWardId }: QuoteRequest,
  items: readonly CartItem[],
) => {
  const itemCount = items.map((item) => `${item.variation_id ?? item.id}:${item.quantity}`).join(",");
  return deliveryMethod === "in person"
    ? { method: "local_pickup" as const, items: itemCount }
    : {
        method: "flat_rate" as const,
        items: itemCount,
        district_id: shippingDistrictId ?? undefined,
        ward_code: shippingWardId,
      };
};

/**
 * The server's shipping quote, refetched when ward, items or delivery method change. `settled` waits for the running
 * request, and retries once after a failure.
 */
export function useShippingQuote(
  form: QuoteRequest,
  items: readonly CartItem[],
): { quote: ShippingQuoteState; settled: () => Promise<ShippingQuoteState> } {
  const question = questionOf(form, items);
  const ready = items.length > 0 && (question.method === "local_pickup" || question.ward_code !== "");
  const options = {
    queryKey: ["shipping-cost", question],
    queryFn: () => unwrap(getApiClient().shippingCost(question)),
    networkMode: "always" as const, // offline it fails at once instead of waiting for a connection
  };
  const query = useQuery({ ...options, enabled: ready });
  const retry = () => void query.refetch();
  const quoteNow = (): ShippingQuoteState => {
    if (!ready) return quoteWithoutAddress(items.reduce((sum, { quantity }) => sum + quantity, 0));
    if (query.data) return known(query.data);
    return query.isError && !query.isFetching ? { state: "failed", retry } : { state: "loading" };
  };
  const quote = quoteNow();
  const settled = async (): Promise<ShippingQuoteState> => {
    if (quote.state === "known" || quote.state === "unknown") return quote;
    try {
      return known(await queryClient().ensureQueryData(options));
    } catch {
      return { state: "failed", retry };
    }
  };
  return { quote, settled };
}
