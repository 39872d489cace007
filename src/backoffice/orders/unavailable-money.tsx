import { isCashMethod } from "#contract/payment-methods/index.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { Button } from "#design/button.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { Disclosure } from "#backoffice/components/disclosure.tsx";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";

type BlockedReason = Parameters<TextOf>[0] & `money_reasons.${string}`;

const isEnded = ({ lianne }: WooOrder): boolean => lianne?.stage === "completed" || lianne?.stage === "closed";

/** Why no deposit can be requested for an order; null if it can. */
export function depositBlocked(order: WooOrder): BlockedReason | null {
  const { lianne, payment_method, total } = order;
  if (isEnded(order)) return "money_reasons.ended";
  if (!isCashMethod(payment_method)) return "money_reasons.not_cash";
  if (lianne?.money.deposit?.state === "paid") return "money_reasons.deposit_paid";
  if (lianne?.stage !== "to_confirm") return "money_reasons.confirmed";
  return Number(total) > 1 ? null : "money_reasons.nothing_due";
}

/** Why no link for the payment can be created for an order; null if it can. */
export function paymentLinkBlocked(order: WooOrder): BlockedReason | null {
  if (order.lianne?.stage === "awaiting_payment") return null;
  if (isEnded(order)) return "money_reasons.ended";
  if (isCashMethod(order.payment_method)) return "money_reasons.cash";
  return order.date_paid === null ? "money_reasons.not_awaiting" : "money_reasons.paid";
}

/** What the role could do about the payment of an order, but not of this one, with the reasons. */
export function UnavailableMoney({ order }: { order: WooOrder }) {
  const t = useTexts();
  const { permissions } = useSession();
  const actions = [
    { label: t("deposit.create"), reason: depositBlocked(order) },
    { label: t("payment_link.create"), reason: paymentLinkBlocked(order) },
  ].flatMap(({ label, reason }) => (reason ? [{ label, reason }] : []));
  if (!permissions.includes("orders.edit") || actions.length === 0) return null;
  return (
    <Disclosure className="mt-3" titleClassName="text-sm" title={t("money_reasons.not_now", { count: actions.length })}>
      <div className="grid gap-2 pt-1">
        {actions.map(({ label, reason }) => (
          <Button key={label} look="secondary" size="small" className="min-h-12" disabled>
            {`${label} · ${t(reason)}`}
          </Button>
        ))}
      </div>
    </Disclosure>
  );
}
