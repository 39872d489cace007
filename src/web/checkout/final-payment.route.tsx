import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { getStore } from "#web/api/browser-store.ts";
import { reloadCart } from "#web/api/cart.ts";
import { ask } from "#web/api/query-client.ts";
import { ownerOf, personKey, useSession } from "#web/api/session.ts";
import { Button, LinkButton } from "#web/design/button.tsx";
import { AlertIcon } from "#web/design/icons.tsx";
import { Skeleton } from "#web/design/skeleton.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { completeLocalOrder } from "./local-orders.ts";
import { PaymentResult, ResultFrame } from "./payment-result.tsx";

const sign = <AlertIcon size={48} className="text-danger" />;

function Waiting() {
  const t = useTexts();
  return (
    <div role="status" className="mx-auto flex max-w-lg flex-col items-center gap-5 py-12 text-center md:py-20">
      <Skeleton className="size-12" />
      <p className="text-3xl">{t("payment_result.loading")}</p>
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

function Result({ orderId }: { orderId: number }) {
  const t = useTexts();
  const session = useSession();
  const query = useQuery({
    queryKey: personKey(ownerOf(session), "payment-state", orderId),
    queryFn: () => ask(getStore().paymentState(orderId)),
    enabled: session.user !== null,
    staleTime: 0,
  });
  const state = query.data;
  const settled = state?.payment_status === "completed" || state?.payment_status === "placed";
  useEffect(() => {
    if (!settled || !state) return;
    const { payment_status, transaction_no, amount, payment_date } = state;
    void completeLocalOrder(orderId, {
      status: payment_status,
      transactionNo: transaction_no,
      amount,
      paymentDate: payment_date,
    });
    void reloadCart();
  }, [settled, state, orderId]);
  if (state)
    return <PaymentResult state={state} refreshing={query.isFetching} onRefresh={() => void query.refetch()} />;
  if (query.isError) {
    return (
      <ResultFrame icon={sign} title={t("payment_result.unexpected")} text={t("errors.page_text")}>
        <Button wide onClick={() => location.reload()}>
          {t("payment_result.reload")}
        </Button>
      </ResultFrame>
    );
  }
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
      {orderId === null ? (
        <ResultFrame icon={sign} title={t("payment_result.no_order")} text={t("errors.not_found")}>
          <LinkButton to="/" wide>
            {t("payment_result.back_to_shop")}
          </LinkButton>
        </ResultFrame>
      ) : (
        <Result orderId={orderId} />
      )}
    </div>
  );
}
