import { ReturnIcon, TruckIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** Delivery time and returns. */
export function DeliveryInfo() {
  const t = useTexts();
  return (
    <ul className="space-y-2 text-sm text-taupe">
      <li className="flex gap-3">
        <TruckIcon size={18} className="mt-0.5 shrink-0" />
        {t("product.delivery_promise")}
      </li>
      <li className="flex gap-3">
        <ReturnIcon size={18} className="mt-0.5 shrink-0" />
        {t("product.return_promise")}
      </li>
    </ul>
  );
}
