import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer } from "react";
import type { AddressScheme } from "#contract/address.ts";
import type { DeliveryPromiseView } from "#contract/delivery-promise.ts";
import type { SelectedLocation } from "#contract/selected-location.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { queryClient, unwrap } from "#web/api/query-client.ts";
import { usePrice } from "#web/i18n/price.ts";
import { placeQuery } from "./place-query.ts";

/** What a promise is for. */
export interface PromiseQuestion {
  district_id?: number;
  province_id?: number;
  ward_code?: string;
  /** of a ward without a district */
  scheme?: AddressScheme;
  /** `id:quantity,…` */
  items: string;
}

/** A promise with the difference of the browser's clock, which may be wrong. */
export interface CurrentPromise extends DeliveryPromiseView {
  /** to be added to the browser's time */
  aheadMs: number;
}

/** A promise as far as it is known. */
export interface KnownPromise {
  /** null while it is loading, if the request failed, and once its cut-off has passed: an old date is never shown */
  promise: CurrentPromise | null;
  /** the request failed: the policy is shown in place of a date */
  failed: boolean;
}

const keyOf = (question: PromiseQuestion) => ["delivery-promise", question];

/** The longest timeout of a browser: a longer one ends at once. */
const maxTimeoutMs = 2 ** 31 - 1;

/** The promise of an order placed now. @param question null: nothing to request yet */
export function useDeliveryPromise(question: PromiseQuestion | null): KnownPromise {
  const { data, isError, refetch } = useQuery({
    queryKey: question ? keyOf(question) : ["delivery-promise"],
    queryFn: async () => {
      const view = await unwrap(getApiClient().deliveryPromise(question ?? { items: "" }));
      return { ...view, aheadMs: Date.parse(view.now) - Date.now() };
    },
    enabled: question !== null,
    refetchOnWindowFocus: true,
    retry: 1,
  });
  const endsAt = data ? Date.parse(data.cutoff_at) - data.aheadMs : null;
  // at the cut-off, also if the request then fails: the old date disappears
  const [, renderAgain] = useReducer((renders: number) => renders + 1, 0);
  useEffect(() => {
    if (endsAt === null) return;
    const timeout = setTimeout(
      () => {
        renderAgain();
        void refetch();
      },
      Math.min(maxTimeoutMs, Math.max(1_000, endsAt - Date.now() + 1_000)),
    );
    return () => clearTimeout(timeout);
  }, [endsAt, refetch]);
  const promise = data && endsAt !== null && Date.now() < endsAt ? data : null;
  return { promise, failed: isError && !promise };
}

/**
 * The price of delivering items to a place; null if it is free, and while it is not known.
 * @param items `id:quantity,…`, "" for none
 */
export function useDeliveryCost(place: SelectedLocation | null, items: string): string | null {
  const price = usePrice();
  const { province_id: _, ...ward } = place ? placeQuery(place) : {};
  const question = { ...ward, items, method: "flat_rate" as const };
  const { data } = useQuery({
    queryKey: ["shipping-cost", question],
    queryFn: () => unwrap(getApiClient().shippingCost(question)),
    enabled: place !== null && items !== "",
  });
  return data && data.shipping_cost > 0 ? price(data.shipping_cost) : null;
}

/** Shows other days than those that an order was rejected for: a new request may return the same cached ones. */
export const replacePromise = (question: PromiseQuestion, changed: Partial<DeliveryPromiseView>): void =>
  void queryClient().setQueryData<CurrentPromise>(keyOf(question), (before) => before && { ...before, ...changed });
