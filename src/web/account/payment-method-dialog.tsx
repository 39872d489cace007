import { type FormEvent, useState } from "react";
import { formatDong } from "#contract/money.ts";
import {
  isCashMethod,
  isChargedInUsd,
  type PaymentMethod,
  paymentMethods,
  violatedLimits,
} from "#contract/payment-methods/index.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { reloadCart } from "#web/api/cart.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { RadioGroup } from "#design/choice.tsx";
import { Dialog } from "#design/dialog.tsx";
import { toast } from "#design/toast.ts";
import { paymentChoiceTexts } from "#web/i18n/payment-methods.ts";
import { useBothCurrencies } from "#web/i18n/price.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useChargedCents } from "#web/i18n/use-charged-cents.ts";
import { type OwnDialogProps, useOwnChange } from "./use-own-change.ts";

/** The methods by which this order can be paid, with what each charges. */
function useChoices({ payment, shipping }: OrderRecord) {
  const t = useTexts();
  const settings = useSettings();
  const charged = useBothCurrencies(payment.total_amount);
  const pickup = shipping.method === "local_pickup";
  const offered = paymentMethods.filter(
    (method) => settings.paymentMethods.includes(method) && violatedLimits(method, payment.total_amount) === null,
  );
  const dollars = <span className="tabular">≈ {charged.amount_usd}</span>;
  return offered.map((method) => {
    const { label, note } = paymentChoiceTexts(method, pickup);
    const aside = isChargedInUsd(method) ? dollars : undefined;
    return { value: method, label: t(label), note: t(note, charged), aside };
  });
}

/** Chooses another payment method for an unpaid order, and continues to its payment. */
export default function PaymentMethodDialog({ order, open, onClose }: OwnDialogProps) {
  const t = useTexts();
  const change = useOwnChange();
  const choices = useChoices(order);
  const chargedCents = useChargedCents();
  const { order_number: number, payment } = order;
  const other = choices.find(({ value }) => value !== payment.method)?.value;
  const [chosen, setChosen] = useState<PaymentMethod | null>(null);
  const method = chosen ?? other;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!method) return;
    const cents = chargedCents(method, payment.total_amount);
    const body = {
      version: order.self_service.version,
      payment_method: method,
      ...(cents !== null && { expected_usd_cents: cents }),
    };
    void change.send(
      () => getApiClient().changePaymentMethod(order.order_id, body, crypto.randomUUID()),
      ({ payment_url: url }) => {
        if (url) return location.assign(url);
        // its lines have left the cart
        void reloadCart();
        onClose();
        // an order that is paid by now shows that itself
        if (isCashMethod(method)) toast("success", t("self_service.paid_cash", { number }));
      },
    );
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("self_service.pay_title", { number })}
      closeLabel={t("common.close")}
    >
      <form onSubmit={submit} className="space-y-5">
        <p className="text-sm text-taupe">{t("self_service.pay_text")}</p>
        <p className="tabular text-lg font-medium">{formatDong(payment.total_amount)}</p>
        {change.failure && <Alert>{change.failure.message}</Alert>}
        <RadioGroup
          legend={t("order_info.payment")}
          name={`pay-${order.order_id}`}
          choices={choices}
          value={method ?? ""}
          onChange={(value) => setChosen(choices.find((choice) => choice.value === value)?.value ?? null)}
        />
        <Button type="submit" wide busy={change.busy} disabled={!method}>
          {t(method && isCashMethod(method) ? "self_service.pay_cash" : "self_service.pay_now")}
        </Button>
      </form>
    </Dialog>
  );
}
