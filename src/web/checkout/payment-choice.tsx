import { type Dong, dong, formatDong } from "#contract/money.ts";
import type { PaymentMethod } from "#contract/payment-methods/index.ts";
import {
  isCashMethod,
  isChargedInUsd,
  isHiddenUnlessOffered,
  paymentMethods,
  violatedLimits,
} from "#contract/payment-methods/index.ts";
import { RadioGroup } from "#design/choice.tsx";
import { paymentChoiceTexts } from "#web/i18n/payment-methods.ts";
import { useBothCurrencies } from "#web/i18n/price.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

interface PaymentChoiceProps {
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
  /** the order is picked up at the shop, where cash is paid */
  pickup: boolean;
  /** nothing is sent */
  virtualOnly: boolean;
  /** null while unknown */
  total: Dong | null;
  /** the total lacks the shipping cost, which is not known yet */
  withoutShipping: boolean;
}

/** The payment methods; an unavailable one shows the reason, one charged in dollars shows the amount. */
export function PaymentChoice({ value, onChange, pickup, virtualOnly, total, withoutShipping }: PaymentChoiceProps) {
  const t = useTexts();
  const settings = useSettings();
  const charged = useBothCurrencies(total ?? dong(0));
  const unavailable = (method: PaymentMethod): string | null => {
    if (!settings.paymentMethods.includes(method)) return t("order_info.payment_unavailable");
    if (virtualOnly && isCashMethod(method)) return t("order_info.payment_cod_virtual");
    const bounds = total === null ? null : violatedLimits(method, total);
    return (
      bounds && t("order_info.payment_bounds", { least: formatDong(bounds.min), below: formatDong(bounds.belowMax) })
    );
  };
  const describeMethod = (method: PaymentMethod) => {
    const { label, note } = paymentChoiceTexts(method, pickup);
    if (!isChargedInUsd(method)) return { label: t(label), note: t(note) };
    if (total === null) return { label: t(label) };
    const shownLabel = (
      <>
        {t(label)}
        {withoutShipping && <span className="block text-xs text-taupe">{t("checkout.without_shipping")}</span>}
      </>
    );
    return {
      label: shownLabel,
      note: t(note, charged),
      aside: <span className="tabular">≈ {charged.amount_usd}</span>,
    };
  };
  const shown = paymentMethods.filter(
    (method) => !isHiddenUnlessOffered(method) || method === value || unavailable(method) === null,
  );
  const choices = shown.map((method) => {
    const why = unavailable(method);
    const description = describeMethod(method);
    if (!why) return { value: method, ...description };
    const label = (
      <>
        {description.label} <span className="block text-xs">{why}</span>
      </>
    );
    return { value: method, label, disabled: method !== value };
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
