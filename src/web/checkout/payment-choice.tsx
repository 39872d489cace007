import type { ReactNode } from "react";
import { formatPrice } from "#contract/money.ts";
import type { PaymentMethod } from "#contract/order.ts";
import { violatedLimits } from "#contract/payment-limits.ts";
import { RadioGroup } from "#web/design/choice.tsx";
import { useBothCurrencies } from "#web/i18n/price.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

interface PaymentChoiceProps {
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
  /** the order is picked up at the shop, where cash is paid */
  pickup: boolean;
  /** whole đồng; PayPal is charged the dollar equivalent. Null while unknown */
  total: number | null;
}

/** The payment methods; an unavailable one says so. PayPal shows its dollar amount before it is chosen. */
export function PaymentChoice({ value, onChange, pickup, total }: PaymentChoiceProps) {
  const t = useTexts();
  const settings = useSettings();
  const inDong = (amount: number) => formatPrice(amount, { code: "VND", rate: 1 });
  const charged = useBothCurrencies(total ?? 0);
  const inDollars = total !== null && {
    note: t("order_info.payment_paypal_note", charged),
    aside: <span className="tabular">≈ {charged.amount_usd}</span>,
  };
  const unavailable = (method: PaymentMethod): string | null => {
    if (!settings.paymentMethods.includes(method)) return t("order_info.payment_unavailable");
    const bounds = total === null ? null : violatedLimits(method, total);
    return bounds && t("order_info.payment_bounds", { least: inDong(bounds.min), below: inDong(bounds.belowMax) });
  };
  const methods: { value: PaymentMethod; label: string; note?: string; aside?: ReactNode }[] = [
    { value: "vnpay_visa", label: t("order_info.payment_vnpay"), note: t("order_info.payment_vnpay_note") },
    {
      value: "paypal",
      label: t("order_info.payment_paypal"),
      ...inDollars,
    },
    {
      value: "cod",
      label: t(pickup ? "payment_method.cod_pickup" : "order_info.payment_cod"),
      note: t(pickup ? "order_info.payment_cod_pickup_note" : "order_info.payment_cod_note"),
    },
  ];
  const choices = methods.map(({ aside, ...method }) => {
    const why = unavailable(method.value);
    if (!why) return { ...method, aside };
    const label = (
      <>
        {method.label} <span className="block text-xs">{why}</span>
      </>
    );
    return { value: method.value, label, disabled: method.value !== value };
  });
  return (
    <RadioGroup
      legend={t("order_info.payment")}
      legendHidden
      name="paymentMethod"
      choices={choices}
      value={value}
      onChange={(method) => onChange(method as PaymentMethod)}
    />
  );
}
