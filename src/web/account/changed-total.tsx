import { type Dong, subtract } from "#contract/money.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { Button } from "#design/button.tsx";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

interface ChangedTotalProps {
  order: OrderRecord;
  /** null until it is known */
  after: Dong | null;
  busy?: boolean;
}

/** Old and new total of an order, before its change is saved; of a paid one also what is paid first, or returned. */
export function ChangedTotal({ order: { payment }, after, busy = false }: ChangedTotalProps) {
  const t = useTexts();
  const price = usePrice();
  const before = payment.total_amount;
  const rows = [
    { label: t("self_service.total_before"), value: price(before) },
    { label: t("self_service.total_after"), value: after === null ? "–" : price(after) },
  ];
  const paid = payment.status === "paid" && after !== null;
  return (
    <div aria-live="polite" aria-busy={busy} className="space-y-2 border-t border-line pt-3 text-sm">
      <dl className="space-y-1">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-taupe">{label}</dt>
            <dd className="tabular font-medium">{busy && value === "–" ? t("self_service.quote_loading") : value}</dd>
          </div>
        ))}
      </dl>
      {paid && after > before && <p>{t("self_service.rest_due", { amount: price(subtract(after, before)) })}</p>}
      {paid && after < before && <p>{t("self_service.rest_returned", { amount: price(subtract(before, after)) })}</p>}
    </div>
  );
}

interface SaveChangeProps extends ChangedTotalProps {
  disabled?: boolean;
  onCancel: () => void;
}

/** The buttons of a change; of one that is paid first, the amount. */
export function SaveChange({ order: { payment }, after, busy = false, disabled = false, onCancel }: SaveChangeProps) {
  const t = useTexts();
  const price = usePrice();
  const rest =
    payment.status === "paid" && after !== null && after > payment.total_amount
      ? subtract(after, payment.total_amount)
      : null;
  return (
    <div className="flex flex-col gap-2 sm:flex-row-reverse">
      <Button type="submit" wide busy={busy} disabled={disabled}>
        {rest === null ? t("self_service.save") : t("self_service.save_and_pay", { amount: price(rest) })}
      </Button>
      <Button look="secondary" wide onClick={onCancel}>
        {t("common.cancel")}
      </Button>
    </div>
  );
}
