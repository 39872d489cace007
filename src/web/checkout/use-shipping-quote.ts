import { useQuery } from "@tanstack/react-query";
import type { CartItem } from "#contract/cart.ts";
import { type Dong, dong, sum } from "#contract/money.ts";
import type { ShippingCost } from "#contract/shipping-cost.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap, queryClient } from "#web/api/query-client.ts";
import { freeShippingFrom, isVirtualOnly, sentCount } from "#web/cart/free-shipping.ts";
import { itemsQuery } from "#web/delivery/items-query.ts";
import { placeQuery } from "#web/delivery/place-query.ts";
import { type OrderForm, placeOf } from "./order-form.ts";

export type ShippingQuoteState =
  /** no ward yet: nothing to quote */
  | { state: "unknown" }
  | { state: "loading" }
  | { state: "failed"; retry: () => void }
  /** `free` only if the shop charges nothing; the delivery estimate, null if unknown */
  | {
      state: "known";
      cost: Dong;
      free: boolean;
      expected: string | null;
      /** shows the cost that an order was rejected with, since a new quote may be the same cached one */
      replaceCost: (cost: Dong) => void;
    };

/** The cost as far as it is known. */
export const knownCost = (quote: ShippingQuoteState): Dong => (quote.state === "known" ? quote.cost : dong(0));
/** Subtotal and shipping, as far as that is known. */
export const totalOf = (subtotal: Dong, quote: ShippingQuoteState): Dong => sum([subtotal, knownCost(quote)]);

const free: ShippingQuoteState = { state: "known", cost: dong(0), free: true, expected: null, replaceCost: () => {} };

/** Without an address: free by rule or because nothing is sent, or not known yet. */
const quoteWithoutAddress = (items: readonly CartItem[]): ShippingQuoteState =>
  sentCount(items) >= freeShippingFrom || isVirtualOnly(items) ? free : { state: "unknown" };

const questionOf = (form: OrderForm, items: readonly CartItem[]) => {
  const ordered = itemsQuery(items);
  if (form.deliveryMethod === "in person") return { method: "local_pickup" as const, items: ordered };
  const { province_id: _, ...ward } = placeQuery(placeOf(form));
  return { method: "flat_rate" as const, items: ordered, ...ward };
};

/** The server's shipping quote, refetched when ward, items or delivery method change. */
export function useShippingQuote(form: OrderForm, items: readonly CartItem[]): ShippingQuoteState {
  const question = questionOf(form, items);
  const ready = items.length > 0 && (question.method === "local_pickup" || question.ward_code !== undefined);
  const queryKey = ["shipping-cost", question];
  const query = useQuery({
    queryKey,
    queryFn: () => unwrap(getApiClient().shippingCost(question)),
    networkMode: "always", // offline it fails at once instead of waiting for a connection
    enabled: ready,
  });
  if (!ready) return quoteWithoutAddress(items);
  if (!query.data)
    return query.isError && !query.isFetching
      ? { state: "failed", retry: () => void query.refetch() }
      : { state: "loading" };
  const { shipping_cost: cost, free: isFree, expected_delivery: expected } = query.data;
  const replaceCost = (changed: Dong): void =>
    void queryClient().setQueryData<ShippingCost>(
      queryKey,
      (before) => before && { ...before, shipping_cost: changed, free: changed === 0 },
    );
  return { state: "known", cost, free: isFree, expected, replaceCost };
}
