import { useSearchParams } from "react-router";
import { Button } from "#design/button.tsx";
import { AccountIcon, AlertIcon } from "#design/icons.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Translate } from "#web/i18n/translate.ts";
import { openAuth } from "#web/navigation/auth-modal.ts";
import { BackToShop, toOrders, viewOfPayment } from "./payment-result.tsx";
import { ResultFrame, type ResultView } from "./result-frame.tsx";
import { type PayAtOnce, usePayAtOnce } from "./use-retry-payment.ts";
import { useResult } from "./use-result.ts";

const sign = <AlertIcon size={48} className="text-danger" />;

/** Placeholder in the shape of the result. */
const waiting = (t: Translate): ResultView => ({
  icon: <Skeleton className="size-12 rounded-full" />,
  title: t("payment_result.loading"),
  text: "",
  aside: <Skeleton className="-mx-4 h-96 md:mx-0" />,
  actions: (
    <>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </>
  ),
});

const loggedOut = (t: Translate): ResultView => ({
  icon: <AccountIcon size={48} className="text-taupe" />,
  title: t("payment_result.login_title"),
  text: t("payment_result.login_text"),
  actions: (
    <>
      <Button wide onClick={() => openAuth("login")}>
        {t("auth.login_button")}
      </Button>
      <BackToShop />
    </>
  ),
});

const broken = (t: Translate): ResultView => ({
  icon: sign,
  title: t("errors.unexpected"),
  text: t("errors.page_text"),
  actions: (
    <>
      <Button wide onClick={() => location.reload()}>
        {t("payment_result.reload")}
      </Button>
      <BackToShop />
    </>
  ),
});

const notThere = (title: string, text: string): ResultView => ({ icon: sign, title, text, actions: toOrders });

function viewOf(t: Translate, result: ReturnType<typeof useResult>, again: PayAtOnce | null): ResultView {
  const { state, order, failure } = result;
  if (result.ended) return loggedOut(t);
  if (failure?.status === 404)
    return notThere(t("payment_result.unknown_order"), t("payment_result.unknown_order_text"));
  if (state && order !== undefined)
    return viewOfPayment(t, {
      state,
      order,
      refreshing: result.refreshing,
      refreshFailure: failure && problemMessage(t, failure),
      stopped: result.stopped,
      onRefresh: result.refresh,
      isStillUnpaid: async () => {
        const now = await result.recheck();
        // late money that is to be returned: the page requests the account instead
        return now?.payment_status === "failed" && now.account_needed === 0;
      },
      again,
    });
  return failure && !state ? broken(t) : waiting(t);
}

function Result({ orderId }: { orderId: number }) {
  const t = useTexts();
  const result = useResult(orderId);
  const again = usePayAtOnce(orderId, result.state, result.recheck);
  return <ResultFrame {...viewOf(t, result, again)} />;
}

/** The query only identifies the order; everything shown comes from the server. */
export default function FinalPayment() {
  const t = useTexts();
  const [search] = useSearchParams();
  const requested = search.get("order_id") ?? "";
  const orderId = /^[1-9]\d{0,9}$/.test(requested) ? Number(requested) : null;
  return (
    <div className="page">
      <PageHead title={t("payment_result.page_title")} hidden />
      {orderId === null ? (
        <ResultFrame {...notThere(t("payment_result.no_order"), t("payment_result.no_order_text"))} />
      ) : (
        <Result key={orderId} orderId={orderId} />
      )}
    </div>
  );
}
