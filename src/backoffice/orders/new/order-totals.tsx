import type { ManualOrderQuote } from "#contract/backoffice/manual-orders.ts";
import { Skeleton } from "#design/skeleton.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

interface TotalsProps {
  quote: ManualOrderQuote | undefined;
  /** the order has changed since */
  outdated: boolean;
}

/** What the server has computed. */
export function OrderTotals({ quote, outdated }: TotalsProps) {
  const t = useTexts();
  if (!quote) return <Skeleton className="h-20 w-full" />;
  const { subtotal, discount, shipping_total, shipping_free, total } = quote;
  const delivery =
    shipping_total === null
      ? t("new_order.delivery_unknown")
      : shipping_free
        ? t("new_order.delivery_free")
        : formatAmount(shipping_total);
  const rows = [
    [t("order_money.items_total"), formatAmount(subtotal)],
    ...(discount > 0 ? [[t("new_order.discount"), `−${formatAmount(discount)}`]] : []),
    [t("order.delivery"), delivery],
  ];
  return (
    <dl className="tabular space-y-1.5 text-sm" aria-busy={outdated}>
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-taupe">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-t border-line pt-1.5 text-base font-medium">
        <dt>{t("order.total")}</dt>
        <dd aria-live="polite">{outdated ? "…" : formatAmount(total)}</dd>
      </div>
    </dl>
  );
}
