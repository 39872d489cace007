import type { ReactNode } from "react";
import { formatDate } from "#contract/dates.ts";
import type { PaymentState } from "#contract/order.ts";
import { Button, LinkButton } from "#web/design/button.tsx";
import { AlertIcon, ClockIcon, SuccessIcon } from "#web/design/icons.tsx";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

function Facts({ state }: { state: PaymentState }) {
  const t = useTexts();
  const price = usePrice();
  const method = ["cod", "vnpay", "vnpay_visa", "paypal", "momo"].includes(state.payment_method)
    ? state.payment_method
    : "unknown";
  const rows = [
    [t("payment_result.order_id"), `#${state.order_number}`],
    [t("payment_result.transaction_no"), state.transaction_no],
    [t("payment_result.amount"), price(state.amount)],
    [t("payment_result.payment_date"), formatDate(state.payment_date)],
    [t("payment_result.method"), t(`payment_method.${method as "cod"}`)],
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
      <h1 className="mt-5 text-3xl">{title}</h1>
      <p className="mt-3 text-taupe">{text}</p>
      {state && <Facts state={state} />}
      <div className="mt-8 flex w-full flex-col gap-3">{children}</div>
    </div>
  );
}

interface PaymentResultProps {
  state: PaymentState;
  onRefresh: () => void;
  refreshing: boolean;
}

/** What became of the payment, as the database has it. */
export function PaymentResult({ state, onRefresh, refreshing }: PaymentResultProps) {
  const t = useTexts();
  const price = usePrice();
  const backToShop = (
    <LinkButton to="/" look="secondary" wide>
      {t("payment_result.back_to_shop")}
    </LinkButton>
  );
  const viewOrders = (
    <LinkButton to="/profile?tab=orders" wide>
      {t("payment_result.view_orders")}
    </LinkButton>
  );
  switch (state.payment_status) {
    case "placed":
    case "completed": {
      const cod = state.payment_status === "placed";
      return (
        <ResultFrame
          icon={<SuccessIcon size={48} className="text-success" />}
          title={t(cod ? "payment_result.cod_title" : "payment_result.success_title")}
          text={cod ? t("payment_result.cod_text", { amount: price(state.amount) }) : t("payment_result.success_text")}
          state={state}
        >
          {viewOrders}
          {backToShop}
        </ResultFrame>
      );
    }
    case "pending":
      return (
        <ResultFrame
          icon={<ClockIcon size={48} className="text-warning" />}
          title={t("payment_result.pending_title")}
          text={t(state.order_status === "on-hold" ? "payment_result.being_checked" : "payment_result.pending_text")}
          state={state}
        >
          <Button wide busy={refreshing} onClick={onRefresh}>
            {t("payment_result.refresh")}
          </Button>
          {backToShop}
        </ResultFrame>
      );
    case "failed":
      return (
        <ResultFrame
          icon={<AlertIcon size={48} className="text-danger" />}
          title={t("payment_result.failed_title")}
          text={t("payment_result.failed_text")}
          state={state}
        >
          <LinkButton to="/checkout" wide>
            {t("payment_result.try_again")}
          </LinkButton>
          {backToShop}
        </ResultFrame>
      );
  }
}
