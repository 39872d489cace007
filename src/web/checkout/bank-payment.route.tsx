import { type ReactNode, useEffect } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { BankPayment } from "#contract/bank-payment.ts";
import { dong, formatDong } from "#contract/money.ts";
import { LinkButton } from "#design/button.tsx";
import { AlertIcon, ClockIcon, SuccessIcon } from "#design/icons.tsx";
import { ErrorState } from "#design/page-states.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { page } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { PageHead } from "#web/i18n/page-head.tsx";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import { paymentMethodName } from "#web/i18n/payment-methods.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { ordersPath, resultPath } from "#web/links/paths.ts";
import type { TextKey, Translate } from "#web/i18n/translate.ts";
import type { Route } from "./+types/bank-payment.route.ts";
import { RefundAccount } from "./bank/refund-account.tsx";
import { Transfer } from "./bank/transfer.tsx";
import { useBankPayment } from "./bank/use-bank-payment.ts";
import { toOrders } from "./payment-result.tsx";
import { ResultFrame } from "./result-frame.tsx";

/** The address may contain a secret: it is neither sent to other sites nor indexed. */
export const headers = () => ({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" });

export const loader = async ({ context }: Route.LoaderArgs) => ({
  texts: await pageTexts(page(context), ["bank_payment", "payment_result"]),
});

/** Where customers see what has become of their own order: of a change in their account, which shows whether it was made. */
const ownOrderPathOf = ({ order_id: id, change }: BankPayment): string => (change ? ordersPath : resultPath(id));

/** Goes to the visitor's own order once it is paid, unless money is to be returned: that is arranged here. */
function useLeaveWhenPaid(payment: BankPayment | undefined): void {
  const navigate = useNavigate();
  const isSettled = payment?.state !== "waiting" && payment?.state !== "other_method";
  const leaves = payment?.own && isSettled && payment.refund === null && payment.deposit === null;
  const path = leaves ? ownOrderPathOf(payment) : undefined;
  useEffect(() => {
    if (path !== undefined) void navigate(path, { replace: true });
  }, [path, navigate]);
}

const closed = { icon: <AlertIcon size={48} className="text-taupe" />, title: "bank_payment.closed_title" } as const;
const finishedViews = {
  paid: { icon: <SuccessIcon size={48} className="text-success" />, title: "bank_payment.paid_title" },
  review: { icon: <ClockIcon size={48} className="text-warning" />, title: "bank_payment.review_title" },
  other_method: closed,
  closed,
  // without an account to transfer to: the shop takes no transfers any more
  waiting: closed,
} as const satisfies Record<BankPayment["state"], { icon: ReactNode; title: TextKey }>;

const endedDeposits = {
  paid: {
    icon: <SuccessIcon size={48} className="text-success" />,
    title: "bank_payment.deposit_paid_title",
    text: "bank_payment.deposit_paid_text",
  },
  expired: {
    icon: <ClockIcon size={48} className="text-warning" />,
    title: "bank_payment.deposit_expired_title",
    text: "bank_payment.deposit_expired_text",
  },
  withdrawn: {
    icon: <AlertIcon size={48} className="text-taupe" />,
    title: "bank_payment.deposit_closed_title",
    text: "bank_payment.deposit_closed_text",
  },
} as const satisfies Record<string, { icon: ReactNode; title: TextKey; text: TextKey }>;

/** What has become of a deposit, unless its order is closed. */
const endedDepositOf = ({ state, deposit }: BankPayment) => {
  if (!deposit || deposit.state === "returned") return null;
  if (deposit.state === "waiting") return state === "closed" ? endedDeposits.withdrawn : null;
  return endedDeposits[deposit.state];
};

const endedChanges = {
  due: {
    icon: <ClockIcon size={48} className="text-success" />,
    title: "bank_payment.change_due_title",
    text: "bank_payment.change_due_text",
  },
  applied: {
    icon: <SuccessIcon size={48} className="text-success" />,
    title: "bank_payment.change_applied_title",
    text: "bank_payment.change_applied_text",
  },
  refused: {
    icon: <AlertIcon size={48} className="text-warning" />,
    title: "bank_payment.change_refused_title",
    text: "bank_payment.change_refused_text",
  },
  closed: {
    icon: <AlertIcon size={48} className="text-taupe" />,
    title: "bank_payment.change_closed_title",
    text: "bank_payment.change_closed_text",
  },
} as const satisfies Record<string, { icon: ReactNode; title: TextKey; text: TextKey }>;

/** What has become of a change that costs more, unless its order is closed. */
function endedChangeOf({ state, change }: BankPayment) {
  if (!change || state === "closed") return null;
  switch (change.state) {
    case "due":
    case "applied":
    case "refused":
      return endedChanges[change.state];
    // one that waits without an account to transfer to is not possible any more
    case "waiting":
    case "expired":
    case "discarded":
      return endedChanges.closed;
  }
}

/** The text of the page about an order without an ended deposit or change. */
function textOf(t: Translate, { state, refund, order_id: order, payment_method: method, pickup }: BankPayment): string {
  if (state === "other_method")
    return t("bank_payment.other_method_text", { order, method: t(paymentMethodName(method, pickup)) });
  if (state === "waiting" || (state === "closed" && !refund)) return t("bank_payment.closed_text");
  return t("bank_payment.title", { order });
}

/** About money that has arrived and is not the payment of the order. */
function noteOf(t: Translate, { state, refund, change, received }: BankPayment): string | undefined {
  if (state === "waiting" && received > 0) return t("bank_payment.part_held", { a: formatDong(received) });
  if (refund && refund.surplus > 0 && state !== "closed" && !change)
    return t("bank_payment.surplus", { x: formatDong(refund.surplus) });
  return undefined;
}

/** The order does not wait for a transfer any more. */
function Finished({ payment }: { payment: BankPayment }) {
  const t = useTexts();
  const { state, own, deposit, change, order_id: order } = payment;
  const ended = endedDepositOf(payment) ?? endedChangeOf(payment);
  const { icon, title } = ended ?? finishedViews[state];
  const amounts = {
    amount: formatDong(deposit?.amount ?? change?.amount ?? dong(0)),
    rest: formatDong(deposit?.rest ?? dong(0)),
  };
  return (
    <ResultFrame
      icon={icon}
      title={t(title)}
      text={ended ? t(ended.text, { ...amounts, order }) : textOf(t, payment)}
      note={noteOf(t, payment)}
      actions={
        own ? (
          <LinkButton to={ownOrderPathOf(payment)} wide>
            {t(change ? "bank_payment.see_orders" : "bank_payment.see_result")}
          </LinkButton>
        ) : null
      }
    />
  );
}

const Waiting = () => {
  const t = useTexts();
  return (
    <div className="page py-8" role="status">
      <span className="sr-only">{t("bank_payment.loading")}</span>
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="mt-4 h-5 w-full max-w-xl" />
      <Skeleton className="mt-8 h-96 w-full" />
    </div>
  );
};

function Payment({ orderId, linkKey }: { orderId: number; linkKey: string | undefined }) {
  const t = useTexts();
  const { payment, failure, refetch, replace } = useBankPayment(orderId, linkKey);
  useLeaveWhenPaid(payment);
  // also after a link has ended whose page is open
  if (failure?.status === 404)
    return (
      <ResultFrame
        icon={<AlertIcon size={48} className="text-danger" />}
        title={t("bank_payment.not_found")}
        text={t("bank_payment.not_found_text")}
        actions={toOrders}
      />
    );
  if (!payment) {
    if (!failure) return <Waiting />;
    return (
      <ErrorState
        title={t("errors.unexpected")}
        text={problemMessage(t, failure)}
        retryLabel={t("payment_result.reload")}
        onRetry={refetch}
      />
    );
  }
  return (
    <div className="page">
      {payment.pay_to ? (
        <Transfer
          payment={payment}
          payTo={payment.pay_to}
          linkKey={linkKey}
          isStale={failure !== null}
          onChange={replace}
        />
      ) : (
        <Finished payment={payment} />
      )}
      {payment.refund && (
        <RefundAccount payment={payment} linkKey={linkKey} refund={payment.refund} onSaved={replace} />
      )}
    </div>
  );
}

/** Where an order is paid by bank transfer: for its customer, or on any device with a link's key. */
export default function BankPaymentPage({ loaderData }: Route.ComponentProps) {
  const { order = "" } = useParams();
  const [search] = useSearchParams();
  const orderId = /^[1-9]\d{0,8}$/.test(order) ? Number(order) : 0;
  return (
    <PageTexts texts={loaderData.texts}>
      <Head />
      <Payment key={order} orderId={orderId} linkKey={search.get("key") ?? undefined} />
    </PageTexts>
  );
}

const Head = () => <PageHead title={useTexts()("bank_payment.page_title")} hidden />;
