import type { OrderRecord } from "#contract/order-history.ts";
import { EmailLink } from "#web/i18n/email-link.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { PhoneLink } from "#web/i18n/phone-link.tsx";
import { isOpen } from "./order-labels.ts";

/** Contact for changes to an order that has not been shipped. */
export function OrderChange({ order }: { order: OrderRecord }) {
  const t = useTexts();
  const here = order.parcel === null || order.parcel.status === "waiting";
  if (!isOpen(order) || !here) return null;
  const link = "text-link tabular inline-flex min-h-11 items-center lg:min-h-8";
  return (
    <footer className="flex flex-wrap items-center gap-x-4 border-t border-line px-5 py-2 text-xs text-taupe">
      <p className="py-1">{t("orders.change_order")}</p>
      <PhoneLink className={link} />
      <EmailLink subject={t("orders.number", { number: order.order_number })} className={link} />
    </footer>
  );
}
