import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isBankTransfer } from "#contract/payment-methods/index.ts";
import type { PaymentState } from "#contract/payment.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { reloadCart } from "#web/api/cart.ts";
import { ApiError, queryClient, unwrap } from "#web/api/query-client.ts";
import { useGuestBuyer } from "#web/api/require-buyer.ts";
import { revalidateSession, ownerOf, userKey, useSession } from "#web/api/session.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { openAuth } from "#web/navigation/auth-modal.ts";
import { completeLocalOrder } from "./local-orders.ts";
import { resultKey } from "./result-key.ts";
import { useOrderStatusPolling } from "./use-order-status-polling.ts";

/** Removes the lines of a paid or placed order from the selection and the cart. */
function useSettle(orderId: number, state: PaymentState | undefined): void {
  useEffect(() => {
    if (!state?.success) return;
    const { payment_status, transaction_no, amount, payment_date } = state;
    void completeLocalOrder(orderId, {
      status: payment_status,
      transactionNo: transaction_no,
      amount,
      paymentDate: payment_date,
    });
    void reloadCart();
  }, [state, orderId]);
}

/** If the session has expired the login opens over the page, and the order is shown after it. */
function useLoginOverPage(ended: boolean, unheard: boolean): void {
  useEffect(() => {
    if (unheard) revalidateSession();
  }, [unheard]);
  useEffect(() => {
    if (ended) openAuth("login");
  }, [ended]);
}

/** The late money of an order that failed may arrive while its customer is in another window: that must not be paid twice. */
function useRefreshOnFocus(owner: ReturnType<typeof ownerOf>, orderId: number): void {
  useEffect(() => {
    const refresh = () => {
      for (const queryKey of [resultKey(owner, orderId), userKey(owner, "order", orderId)])
        void queryClient().invalidateQueries({ queryKey }, { cancelRefetch: false });
    };
    window.addEventListener("focus", refresh);
    return () => window.removeEventListener("focus", refresh);
  }, [owner, orderId]);
}

/** An order whose customer may have transferred already. */
const awaitsLateTransfer = ({ payment_status, payment_method, replaced_by, transaction_no }: PaymentState): boolean =>
  payment_status === "failed" && isBankTransfer(payment_method) && replaced_by === null && !transaction_no;

const isNotLoggedIn = (error: Error | null): boolean => error instanceof ApiError && error.status === 401;

/** The payment's state and the order; the result depends on both, so both are awaited. */
export function useResult(orderId: number) {
  const session = useSession();
  const lang = useLanguage();
  const [refreshing, setRefreshing] = useState(false);
  const isGuest = useGuestBuyer();
  const requested = { enabled: session.user !== null || (session.known && isGuest), staleTime: 0 };
  const query = useQuery({
    ...requested,
    queryKey: [...resultKey(ownerOf(session), orderId), lang],
    queryFn: () => unwrap(getApiClient().paymentState(orderId)),
  });
  const order = useQuery({
    ...requested,
    queryKey: userKey(ownerOf(session), "order", orderId, lang),
    queryFn: () => unwrap(getApiClient().order(orderId)),
    retry: false, // the result can be shown without it
  });
  const state = query.data;
  const notLoggedIn = isNotLoggedIn(query.error);
  const ended = session.known && !session.user && !session.failure && (!isGuest || notLoggedIn);
  useSettle(orderId, state);
  useLoginOverPage(ended, notLoggedIn);
  useRefreshOnFocus(ownerOf(session), orderId);
  const isPending = state?.payment_status === "pending" && state.order_status === "pending";
  const watching = !ended && state !== undefined && (isPending || awaitsLateTransfer(state));
  const stopped = useOrderStatusPolling(watching, query.refetch);
  const failure = query.error ?? session.failure;
  return {
    state: ended || notLoggedIn ? undefined : state,
    order: order.isPending ? undefined : (order.data ?? null),
    ended,
    failure: failure instanceof ApiError && !notLoggedIn ? failure : null,
    stopped,
    refreshing,
    recheck: () => query.refetch().then(({ data }) => data),
    refresh: () => {
      setRefreshing(true);
      void query.refetch().finally(() => setRefreshing(false));
    },
  };
}
