import type { CodConfirmation } from "#contract/cod-confirmation.ts";
import { formatDeadline } from "#contract/dates.ts";
import { formatDong } from "#contract/money.ts";
import { bankPaymentPath, isBankTransfer, isOnlineMethod } from "#contract/payment-methods/index.ts";
import type { StoreOrder } from "#contract/order.ts";
import type { PaymentState } from "#contract/payment.ts";
import { useGuestBuyer } from "#web/api/require-buyer.ts";
import { confirmationEnd } from "#web/account/confirm-order.tsx";
import { dollarNote, paymentMethodName } from "#web/i18n/payment-methods.ts";
import { Alert } from "#design/alert.tsx";
import { Button, LinkButton } from "#design/button.tsx";
import { AlertIcon, ClockIcon, SuccessIcon } from "#design/icons.tsx";
import { useBothCurrencies } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Translate } from "#web/i18n/translate.ts";
import { FindAgain, SaveOrder } from "./save-order.tsx";
import { NextSteps } from "./next-steps.tsx";
import type { ResultView } from "./result-frame.tsx";
import { isPickup, ResultOrder } from "./result-order.tsx";
import { ThroughCheckout } from "./through-checkout.tsx";
import { ToConfirm } from "./to-confirm.tsx";
import type { PayAtOnce } from "./use-retry-payment.ts";

interface PaymentResult {
  state: PaymentState;
  /** null if it failed to load */
  order: StoreOrder | null;
  onRefresh: () => void;
  /** Fetches the state again; false if the payment has arrived since. */
  isStillUnpaid: () => Promise<boolean>;
  /** a requested refresh is running */
  refreshing: boolean;
  /** error of the last refresh */
  refreshFailure: string | null;
  /** automatic polling has ended */
  stopped: boolean;
  /** retry of the payment for the unchanged order, if possible */
  again: PayAtOnce | null;
}

/** To the order history; a guest has none. */
function ViewOrders({ look }: { look?: "quiet" | "secondary" }) {
  const t = useTexts();
  if (useGuestBuyer()) return null;
  return (
    <LinkButton to="/profile?tab=orders" wide {...(look && { look })}>
      {t("payment_result.view_orders")}
    </LinkButton>
  );
}
/** A secondary link below the main action. */
export const BackToShop = () => (
  <LinkButton to="/" look="secondary" wide>
    {useTexts()("payment_result.back_to_shop")}
  </LinkButton>
);

/** Links to the order history and home. */
export const toOrders = (
  <>
    <ViewOrders />
    <BackToShop />
  </>
);

/** To the page on which the customer enters where a transfer is returned to. */
const EnterRefundAccount = ({ orderId }: { orderId: number }) => (
  <LinkButton to={bankPaymentPath(orderId)} wide>
    {useTexts()("payment_result.enter_account")}
  </LinkButton>
);

/** The message for a cash order that was not confirmed in time. */
const expiredTexts = (t: Translate, confirmation: CodConfirmation) => ({
  title: t("payment_result.cancelled_title"),
  text: t("cod_confirmation.expired", { time: confirmationEnd(confirmation) }),
});

/** The message for a placed or paid order. */
function successTexts(t: Translate, state: PaymentState, order: StoreOrder | null) {
  const { payment_status, order_status, cash_due, confirmation } = state;
  const pickup = isPickup(order);
  if (confirmation?.state === "waiting")
    return {
      title: t("cod_confirmation.title"),
      text: t("cod_confirmation.text", { time: confirmationEnd(confirmation) }),
    };
  if (confirmation?.state === "expired") return expiredTexts(t, confirmation);
  if (order_status === "refunded")
    return { title: t("payment_result.refunded_title"), text: t("payment_result.refunded_text") };
  if (order_status === "completed")
    return { title: t("payment_result.completed_title"), text: t("payment_result.completed_text") };
  if (payment_status === "completed")
    return {
      title: t("payment_result.success_title"),
      text: t(state.has_email ? "payment_result.success_text" : "payment_result.received_text"),
    };
  const inDong = formatDong(cash_due); // cash is paid in đồng, in any page currency
  const title = t("payment_result.cod_title");
  // without "we will contact you to confirm"
  if (confirmation?.state === "confirmed")
    return {
      title,
      text: `${t("cod_confirmation.done")} ${pickup ? "" : t("cod_confirmation.due", { amount: inDong })}`.trim(),
    };
  return {
    title,
    text: t(pickup ? "payment_result.cod_pickup_text" : "payment_result.cod_text", { amount: inDong }),
  };
}

/** A cash order that waits for its confirmation, or was not confirmed, is not yet or no longer a success. */
function successIcon({ order_status, confirmation }: PaymentState) {
  if (confirmation?.state === "waiting") return <ClockIcon size={48} className="text-warning" />;
  if (confirmation?.state === "expired") return <AlertIcon size={48} className="text-danger" />;
  return <SuccessIcon size={48} className={order_status === "refunded" ? "text-taupe" : "text-success"} />;
}

function success(t: Translate, { state, order, onRefresh }: PaymentResult): ResultView {
  const pickup = isPickup(order);
  const waits = state.confirmation?.state === "waiting";
  return {
    icon: successIcon(state),
    ...successTexts(t, state, order),
    note: state.notice || undefined,
    aside: <ResultOrder state={state} order={order} />,
    next: (
      <>
        <SaveOrder state={state} />
        <NextSteps state={state} pickup={pickup} />
      </>
    ),
    actions: (
      <>
        <ToConfirm state={state} order={order} onRefresh={onRefresh} />
        {state.account_needed > 0 && <EnterRefundAccount orderId={state.order_id} />}
        {waits ? (
          <>
            <ViewOrders look="secondary" />
            <BackToShop />
          </>
        ) : (
          toOrders
        )}
      </>
    ),
  };
}

function pendingText(t: Translate, { order_status, held_until, payment_url, ...state }: PaymentState): string {
  if (!isOnlineMethod(state.payment_method)) return state.message;
  if (isBankTransfer(state.payment_method) && order_status !== "on-hold")
    return [
      state.message,
      held_until && t("payment_result.held_until", { time: formatDeadline(held_until, new Date()) }),
    ]
      .filter(Boolean)
      .join(" ");
  if (order_status === "on-hold") return t("payment_result.being_checked");
  const held = held_until && {
    key: payment_url ? ("payment_result.held_go_on" as const) : ("payment_result.held_until" as const),
    time: formatDeadline(held_until, new Date()),
  };
  return [t("payment_result.pending_text"), held && t(held.key, { time: held.time })].filter(Boolean).join(" ");
}

function pending(t: Translate, { state, order, stopped, ...refresh }: PaymentResult): ResultView {
  // the payment is reviewed manually: that takes more than seconds
  const online = isOnlineMethod(state.payment_method);
  const checked = online && state.order_status === "on-hold";
  const watched = checked || !online ? "" : t(stopped ? "payment_result.watch_over" : "payment_result.watching");
  return {
    icon: <ClockIcon size={48} className="text-warning" />,
    title: t(checked ? "payment_result.checked_title" : "payment_result.pending_title"),
    text: pendingText(t, state),
    note: [state.notice, watched].filter(Boolean).join(" ") || undefined,
    aside: <ResultOrder state={state} order={order} />,
    next: <FindAgain state={state} />,
    actions: (
      <>
        {refresh.refreshFailure && <Alert className="text-left">{refresh.refreshFailure}</Alert>}
        {state.payment_url && (
          <LinkButton to={state.payment_url} reloadDocument wide>
            {t("payment_result.continue_paying")}
          </LinkButton>
        )}
        <Button
          wide
          look={state.payment_url ? "secondary" : "primary"}
          busy={refresh.refreshing}
          onClick={refresh.onRefresh}
        >
          {t("payment_result.refresh")}
        </Button>
        <BackToShop />
        <ViewOrders look="quiet" />
      </>
    ),
  };
}

const failedText = (t: Translate, { message, order_status }: PaymentState): string =>
  message || t(order_status === "cancelled" ? "payment_result.expired_text" : "payment_result.failed_text");

/** If nothing needs changing, directly to the gateway again; otherwise through checkout. */
function TryAgain({ state, again, isStillUnpaid }: Pick<PaymentResult, "state" | "again" | "isStillUnpaid">) {
  const t = useTexts();
  const charged = useBothCurrencies(state.amount);
  if (!again) return <ThroughCheckout orderId={state.order_id} isStillUnpaid={isStillUnpaid} />;
  const method = t(paymentMethodName(state.payment_method, false));
  const note = dollarNote(state.payment_method);
  return (
    <>
      {again.failure && <Alert className="text-left whitespace-pre-line">{again.failure}</Alert>}
      <Button wide busy={again.paying} onClick={again.pay}>
        {t("payment_result.pay_again_by", { method })}
      </Button>
      <p className="text-sm text-taupe">
        {note && `${t(note, charged)} `}
        {t("payment_result.pay_again_note", { try_again: t("payment_result.try_again") })}
      </p>
      <ThroughCheckout orderId={state.order_id} isStillUnpaid={isStillUnpaid} look="secondary" />
    </>
  );
}

function failed(t: Translate, { state, order, again, isStillUnpaid }: PaymentResult): ResultView {
  const view = {
    icon: <AlertIcon size={48} className="text-danger" />,
    aside: <ResultOrder state={state} order={order} />,
  };
  if (state.replaced_by !== null)
    return { ...view, title: t("payment_result.cancelled_title"), text: state.message, actions: toOrders };
  const next = <FindAgain state={state} />;
  if (state.confirmation?.state === "expired")
    return { ...view, ...expiredTexts(t, state.confirmation), next, actions: toOrders };
  // nothing was due, or it was already paid: the order was cancelled
  if (!isOnlineMethod(state.payment_method) || state.transaction_no || order?.date_paid) {
    const title = t(state.order_status === "cancelled" ? "payment_result.cancelled_title" : "order_status.failed");
    return { ...view, title, text: t("payment_result.nothing_to_pay"), next, actions: toOrders };
  }
  // the customer cancelled it: this is no error
  const calledOff = state.reason === "cancelled";
  return {
    ...view,
    ...(calledOff ? { icon: <AlertIcon size={48} className="text-taupe" /> } : {}),
    title: t(calledOff ? "payment_result.payment_cancelled_title" : "payment_result.failed_title"),
    text: failedText(t, state),
    next,
    actions: (
      <>
        {/* money that came too late: paying again would be the second time */}
        {state.account_needed > 0 ? (
          <EnterRefundAccount orderId={state.order_id} />
        ) : (
          <TryAgain state={state} again={again} isStillUnpaid={isStillUnpaid} />
        )}
        <BackToShop />
      </>
    ),
  };
}

/** The payment's result, as the server has it. */
export function viewOfPayment(t: Translate, result: PaymentResult): ResultView {
  switch (result.state.payment_status) {
    case "placed":
    case "completed":
      return success(t, result);
    case "pending":
      return pending(t, result);
    case "failed":
      return failed(t, result);
  }
}
