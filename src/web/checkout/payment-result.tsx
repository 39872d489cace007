import type { ReactNode } from "react";
import { formatPrice } from "#contract/money.ts";
import type { PaymentState, RemoteOrder } from "#contract/order.ts";
import { Alert } from "#web/design/alert.tsx";
import { Button, LinkButton } from "#web/design/button.tsx";
import { classes } from "#web/design/class-names.ts";
import { AlertIcon, ClockIcon, SuccessIcon } from "#web/design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Translate } from "#web/i18n/translate.ts";
import { NextSteps } from "./next-steps.tsx";
import { isPickup, ResultOrder } from "./result-order.tsx";

interface ResultFrameProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** what can be done about it */
  children: ReactNode;
  /** the order in short, beside what became of it; beneath it on a phone */
  aside?: ReactNode;
  /** what comes next, after what can be done */
  next?: ReactNode;
}

/** One sign, one sentence, one thing to do, the order in short. */
export function ResultFrame({ icon, title, text, children, aside, next }: ResultFrameProps) {
  const said = (
    <div className={classes("flex flex-col items-center text-center", aside ? "lg:items-start lg:text-left" : "")}>
      {icon}
      <div role="status">
        <h1 className="mt-5 text-3xl">{title}</h1>
        {text && <p className="mt-3 max-w-lg text-balance text-taupe">{text}</p>}
      </div>
      <div className={classes("mt-8 flex w-full flex-col gap-3", aside ? "sm:max-w-sm" : "")}>{children}</div>
      {next}
    </div>
  );
  if (!aside) return <div className="mx-auto max-w-lg py-12 md:py-20">{said}</div>;
  return (
    <div className="mx-auto grid max-w-5xl gap-10 pt-10 md:pb-16 lg:grid-cols-[1fr_26rem] lg:gap-16 lg:pt-16">
      {said}
      {aside}
    </div>
  );
}

interface PaymentResultProps {
  state: PaymentState;
  /** null when it could not be had */
  order: RemoteOrder | null;
  onRefresh: () => void;
  refreshing: boolean;
  /** why the last refresh brought no answer */
  refreshFailure: string | null;
}

const ViewOrders = () => (
  <LinkButton to="/profile?tab=orders" wide>
    {useTexts()("payment_result.view_orders")}
  </LinkButton>
);
/** A way out; the main thing to do stands above it. */
export const BackToShop = () => (
  <LinkButton to="/" look="secondary" wide>
    {useTexts()("payment_result.back_to_shop")}
  </LinkButton>
);

/** What is said of an order that is placed or paid. */
function successWords(t: Translate, { payment_status, order_status, amount }: PaymentState, pickup: boolean) {
  if (order_status === "refunded")
    return { title: t("payment_result.refunded_title"), text: t("payment_result.refunded_text") };
  if (order_status === "completed")
    return { title: t("payment_result.completed_title"), text: t("payment_result.completed_text") };
  if (payment_status === "completed")
    return { title: t("payment_result.success_title"), text: t("payment_result.success_text") };
  const dong = formatPrice(amount, { code: "VND", rate: 1 }); // cash is đồng, whatever the page shows
  return {
    title: t("payment_result.cod_title"),
    text: t(pickup ? "payment_result.cod_pickup_text" : "payment_result.cod_text", { amount: dong }),
  };
}

function Success({ state, order }: PaymentResultProps) {
  const t = useTexts();
  const pickup = isPickup(order);
  return (
    <ResultFrame
      icon={<SuccessIcon size={48} className={state.order_status === "refunded" ? "text-taupe" : "text-success"} />}
      {...successWords(t, state, pickup)}
      aside={<ResultOrder state={state} order={order} />}
      next={<NextSteps state={state} pickup={pickup} />}
    >
      <ViewOrders />
      <BackToShop />
    </ResultFrame>
  );
}

function Pending({ state, order, onRefresh, refreshing, refreshFailure }: PaymentResultProps) {
  const t = useTexts();
  return (
    <ResultFrame
      icon={<ClockIcon size={48} className="text-warning" />}
      title={t("payment_result.pending_title")}
      text={t(state.order_status === "on-hold" ? "payment_result.being_checked" : "payment_result.pending_text")}
      aside={<ResultOrder state={state} order={order} />}
    >
      {refreshFailure && <Alert className="text-left">{refreshFailure}</Alert>}
      <Button wide busy={refreshing} onClick={onRefresh}>
        {t("payment_result.refresh")}
      </Button>
      <BackToShop />
    </ResultFrame>
  );
}

function Failed({ state, order }: PaymentResultProps) {
  const t = useTexts();
  const frame = {
    icon: <AlertIcon size={48} className="text-danger" />,
    aside: <ResultOrder state={state} order={order} />,
  };
  const cancelled = state.order_status === "cancelled";
  // nothing was to be paid: the order was called off
  if (state.payment_method === "cod")
    return (
      <ResultFrame
        {...frame}
        title={t(cancelled ? "payment_result.cancelled_title" : "order_status.failed")}
        text={t("payment_result.nothing_to_pay")}
      >
        <ViewOrders />
        <BackToShop />
      </ResultFrame>
    );
  const text = cancelled ? "payment_result.expired_text" : "payment_result.failed_text";
  return (
    <ResultFrame {...frame} title={t("payment_result.failed_title")} text={t(text)}>
      <LinkButton to="/checkout" wide>
        {t("payment_result.try_again")}
      </LinkButton>
      <BackToShop />
    </ResultFrame>
  );
}

/** What became of the payment, as the database has it. */
export function PaymentResult(props: PaymentResultProps) {
  switch (props.state.payment_status) {
    case "placed":
    case "completed":
      return <Success {...props} />;
    case "pending":
      return <Pending {...props} />;
    case "failed":
      return <Failed {...props} />;
  }
}
