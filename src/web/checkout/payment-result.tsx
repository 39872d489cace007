import type { ReactNode } from "react";
import { formatDate } from "#contract/dates.ts";
import { formatPrice } from "#contract/money.ts";
import type { PaymentState } from "#contract/order.ts";
import { methodLabel } from "#web/account/order-labels.ts";
import { Alert } from "#web/design/alert.tsx";
import { Button, LinkButton } from "#web/design/button.tsx";
import { AlertIcon, ClockIcon, SuccessIcon } from "#web/design/icons.tsx";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

function Facts({ state }: { state: PaymentState }) {
  const t = useTexts();
  const price = usePrice();
  // cash is not paid yet: the date is the order's
  const date = state.payment_status === "placed" ? "orders.date" : "payment_result.payment_date";
  const rows = [
    [t("payment_result.order_id"), `#${state.order_number}`],
    [t("payment_result.transaction_no"), state.transaction_no],
    [t("payment_result.amount"), price(state.amount)],
    [t(date), formatDate(state.payment_date)],
    [t("payment_result.method"), t(methodLabel(state.payment_method))],
  ].filter(([, value]) => value);
  return (
    <dl className="mt-8 w-full divide-y divide-line border-y border-line text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-6 py-3">
          <dt className="text-taupe">{label}</dt>
          <dd className="tabular text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ResultFrameProps {
  icon: ReactNode;
  title: string;
  text: string;
  state?: PaymentState;
  children: ReactNode;
}

/** One sign, one sentence, the order in short, one thing to do. */
export function ResultFrame({ icon, title, text, state, children }: ResultFrameProps) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center py-12 text-center md:py-20">
      {icon}
      <div role="status">
        <h1 className="mt-5 text-3xl">{title}</h1>
        {text && <p className="mt-3 text-balance text-taupe">{text}</p>}
      </div>
      {state && <Facts state={state} />}
      <div className="mt-8 flex w-full flex-col gap-3">{children}</div>
    </div>
  );
}

interface PaymentResultProps {
  state: PaymentState;
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

function Success({ state }: { state: PaymentState }) {
  const t = useTexts();
  const dong = formatPrice(state.amount, { code: "VND", rate: 1 }); // the courier takes đồng, whatever the page shows
  const cash = state.payment_status === "placed";
  return (
    <ResultFrame
      icon={<SuccessIcon size={48} className="text-success" />}
      title={t(cash ? "payment_result.cod_title" : "payment_result.success_title")}
      text={cash ? t("payment_result.cod_text", { amount: dong }) : t("payment_result.success_text")}
      state={state}
    >
      <ViewOrders />
      <BackToShop />
    </ResultFrame>
  );
}

function Pending({ state, onRefresh, refreshing, refreshFailure }: PaymentResultProps) {
  const t = useTexts();
  return (
    <ResultFrame
      icon={<ClockIcon size={48} className="text-warning" />}
      title={t("payment_result.pending_title")}
      text={t(state.order_status === "on-hold" ? "payment_result.being_checked" : "payment_result.pending_text")}
      state={state}
    >
      {refreshFailure && <Alert className="text-left">{refreshFailure}</Alert>}
      <Button wide busy={refreshing} onClick={onRefresh}>
        {t("payment_result.refresh")}
      </Button>
      <BackToShop />
    </ResultFrame>
  );
}

function Failed({ state }: { state: PaymentState }) {
  const t = useTexts();
  const frame = { icon: <AlertIcon size={48} className="text-danger" />, state };
  // nothing was to be paid: the order was called off
  if (state.payment_method === "cod")
    return (
      <ResultFrame {...frame} title={t(`order_status.${state.order_status}`)} text={state.message}>
        <ViewOrders />
        <BackToShop />
      </ResultFrame>
    );
  const text = state.order_status === "cancelled" ? "payment_result.expired_text" : "payment_result.failed_text";
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
      return <Success state={props.state} />;
    case "pending":
      return <Pending {...props} />;
    case "failed":
      return <Failed state={props.state} />;
  }
}
