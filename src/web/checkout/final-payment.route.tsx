import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import type { PaymentState } from "#contract/order.ts";
import { getStore } from "#web/api/browser-store.ts";
import { reloadCart } from "#web/api/cart.ts";
import { ask, StoreFailure } from "#web/api/query-client.ts";
import { ownerOf, personKey, useSession } from "#web/api/session.ts";
import { Button } from "#web/design/button.tsx";
import { AlertIcon } from "#web/design/icons.tsx";
import { Skeleton } from "#web/design/skeleton.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { problemSentence } from "#web/i18n/problem-sentence.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { completeLocalOrder } from "./local-orders.ts";
import { BackToShop, PaymentResult, ResultFrame } from "./payment-result.tsx";

const sign = <AlertIcon size={48} className="text-danger" />;

/** In the shape of the result. */
function Waiting() {
  const t = useTexts();
  return (
    <ResultFrame
      icon={<Skeleton className="size-12 rounded-full" />}
      title={t("payment_result.loading")}
      text=""
      aside={<Skeleton className="-mx-4 h-96 md:mx-0" />}
    >
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </ResultFrame>
  );
}

/** Once an order is paid or placed its lines leave the selection and the cart. */
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

function NotThere({ title, text }: { title: string; text: string }) {
  return (
    <ResultFrame icon={sign} title={title} text={text}>
      <BackToShop />
    </ResultFrame>
  );
}

/** The payment's state, and the order itself; the order is told apart by what it is, so both are waited for. */
function useResult(orderId: number) {
  const session = useSession();
  const lang = useLanguage();
  const asked = { enabled: session.user !== null, staleTime: 0 };
  const state = useQuery({
    ...asked,
    queryKey: personKey(ownerOf(session), "payment-state", orderId),
    queryFn: () => ask(getStore().paymentState(orderId)),
  });
  const order = useQuery({
    ...asked,
    queryKey: personKey(ownerOf(session), "order", orderId, lang),
    queryFn: () => ask(getStore().order(orderId)),
    retry: false, // the result can be told without it
  });
  return { session, state, order };
}

function Result({ orderId }: { orderId: number }) {
  const t = useTexts();
  const { session, state: query, order } = useResult(orderId);
  useSettle(orderId, query.data);
  const failure = query.error ?? session.failure;
  if (failure instanceof StoreFailure && failure.status === 404)
    return <NotThere title={t("payment_result.unknown_order")} text={t("payment_result.unknown_order_text")} />;
  if (query.data && !order.isPending)
    return (
      <PaymentResult
        state={query.data}
        order={order.data ?? null}
        refreshing={query.isFetching}
        refreshFailure={failure instanceof StoreFailure ? problemSentence(t, failure) : null}
        onRefresh={() => void query.refetch()}
      />
    );
  if ((failure && !query.data) || (session.known && !session.user))
    return (
      <ResultFrame icon={sign} title={t("payment_result.unexpected")} text={t("errors.page_text")}>
        <Button wide onClick={() => location.reload()}>
          {t("payment_result.reload")}
        </Button>
        <BackToShop />
      </ResultFrame>
    );
  return <Waiting />;
}

/** The query says only which order; everything shown is the database's answer for it. */
export default function FinalPayment() {
  const t = useTexts();
  const [search] = useSearchParams();
  const asked = search.get("order_id") ?? "";
  const orderId = /^[1-9]\d{0,9}$/.test(asked) ? Number(asked) : null;
  return (
    <div className="page">
      <PageHead title={t("payment_result.page_title")} hidden />
      {orderId === null ? <NotThere title={t("payment_result.no_order")} text="" /> : <Result orderId={orderId} />}
    </div>
  );
}
