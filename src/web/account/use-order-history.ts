import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderHistory } from "#contract/order-history.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";
import { userKey } from "#web/api/session.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { isInTransit } from "./order-labels.ts";

const parcelIntervalMs = 60_000;
/** its payment may arrive from another device, or after the page that it was begun on */
const waitingIntervalMs = 10_000;
const dueIntervalMs = 2_000;
/** two minutes of visible time */
const maxDuePolls = 60;

const hasChange = (history: OrderHistory, wanted: "waiting" | "due"): boolean =>
  history.orders.some(({ self_service: { change } }) => change?.state === wanted);

/** How often the orders are loaded again, while the page is visible; false for never. @param duePolls made while a change was being applied */
export function historyInterval(history: OrderHistory, duePolls: number): number | false {
  if (hasChange(history, "due") && duePolls < maxDuePolls) return dueIntervalMs;
  if (hasChange(history, "waiting")) return waitingIntervalMs;
  return history.orders.some(isInTransit) ? parcelIntervalMs : false;
}

/**
 * One page of the customer's orders, polled while a change is being applied or waits for its payment, or a parcel is in transit.
 * @returns the query; `reload` once a change takes longer than the page polls for it, undefined before
 */
export function useOrderHistory(customerId: number, page: number) {
  const lang = useLanguage();
  const [duePolls, setDuePolls] = useState(0);
  const read = async (): Promise<OrderHistory> => {
    const history = await unwrap(getApiClient().orderHistory(customerId, page));
    setDuePolls((before) => (hasChange(history, "due") ? before + 1 : 0));
    return history;
  };
  const query = useQuery({
    queryKey: userKey(String(customerId), "orders", lang, page),
    queryFn: read,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data ? historyInterval(data, duePolls) : false),
  });
  const reload = () => {
    setDuePolls(0);
    void query.refetch();
  };
  return { query, reload: duePolls >= maxDuePolls ? reload : undefined };
}
