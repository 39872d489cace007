import { type ManualPayment, manualPayments } from "#contract/backoffice/manual-order-rules.ts";
import { Checkbox, RadioGroup } from "#design/choice.tsx";
import { TextAreaField } from "#design/field.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import type { NewOrder } from "./new-order.ts";

interface PaymentPartProps {
  order: NewOrder;
  change: (own: Partial<NewOrder>) => void;
  /** what the shop offers for this order; undefined until the first quote */
  offered: readonly ManualPayment[] | undefined;
}

/** How the customer pays, and what follows from it. */
export function PaymentFields({ order, change, offered }: PaymentPartProps) {
  const t = useTexts();
  const { payment, delivery } = order;
  return (
    <div className="space-y-4">
      <RadioGroup
        legend={t("new_order.payment")}
        legendHidden
        name="payment"
        value={payment}
        choices={manualPayments.map((value) => {
          const isOffered = offered?.includes(value) ?? true;
          const label = t(`new_order.${value}`);
          return {
            value,
            label: isOffered ? label : `${label} · ${t("new_order.not_offered")}`,
            note: t(`new_order.${value}_note`),
            disabled: !isOffered,
          };
        })}
        onChange={(value) => change({ payment: manualPayments.find((one) => one === value) ?? "cash_on_delivery" })}
      />
      {payment === "cash_on_delivery" && (
        <Checkbox
          label={t("new_order.confirmed")}
          checked={order.confirmed}
          onChange={(event) => change({ confirmed: event.target.checked })}
        />
      )}
      {payment === "cash_at_counter" && delivery === "local_pickup" && (
        <Checkbox
          label={t("new_order.handed_over")}
          checked={order.handedOver}
          onChange={(event) => change({ handedOver: event.target.checked })}
        />
      )}
      <TextAreaField
        label={t("new_order.note")}
        optional={t("new_order.optional")}
        maxLength={2000}
        value={order.note}
        onChange={(event) => change({ note: event.target.value })}
      />
    </div>
  );
}
