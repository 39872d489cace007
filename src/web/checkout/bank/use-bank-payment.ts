import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { BankPayment } from "#contract/bank-payment.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { ApiError, queryClient, unwrap } from "#web/api/query-client.ts";
import { useHydrated } from "#design/use-hydrated.ts";

const pollMs = 3_000;
const slowestMs = 15_000;
/** polls at the first interval; later ones come less often */
const quickPolls = 40;
/** the server polls the bank's notifier when nothing has come for this long */
const checkAfterMs = 60_000;

/** Every three seconds for two minutes, then less and less often, down to every fifteen. */
export const pollInterval = (polls: number): number =>
  Math.round(Math.min(slowestMs, pollMs * 1.2 ** Math.max(0, polls - quickPolls)));

/** A link that has ended: each further request would count as a guess. */
const isUnknown = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

/**
 * An order's bank transfer, polled while the page is visible and the money is awaited. A failed poll keeps what is shown.
 * @param linkKey of the link by which the page was opened, undefined for the customer's own session
 */
export function useBankPayment(orderId: number, linkKey: string | undefined) {
  const queryKey = ["bank-payment", orderId, linkKey ?? ""];
  const polls = useRef(0);
  const lastCheck = useRef(0);
  const read = (): Promise<BankPayment> => {
    polls.current++;
    lastCheck.current ||= Date.now();
    if (Date.now() - lastCheck.current < checkAfterMs) return unwrap(getApiClient().bankPayment(orderId, linkKey));
    lastCheck.current = Date.now();
    return unwrap(getApiClient().checkBankPayment(orderId, linkKey));
  };
  const query = useQuery({
    queryKey,
    queryFn: read,
    enabled: useHydrated(),
    staleTime: 0,
    // an earlier visit of the page may have seen another state, which would lead away from it
    gcTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      isUnknown(error) || data?.pay_to === null ? false : pollInterval(polls.current),
    refetchOnWindowFocus: ({ state }) => !isUnknown(state.error),
    refetchOnReconnect: ({ state }) => !isUnknown(state.error),
  });
  return {
    payment: query.data,
    failure: query.error instanceof ApiError ? query.error : null,
    refetch: () => void query.refetch(),
    /** shows what a write has returned */
    replace: (payment: BankPayment) => queryClient().setQueryData(queryKey, payment),
  };
}
