import { ReturnIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { ProductDelivery } from "#web/delivery/product-delivery.tsx";
import { type Buyable, optionText } from "../options.ts";
import { ringSizeSlug } from "../ring-size-memory.ts";
import type { DeliveryPolicies } from "./delivery-policies.ts";
import type { ProductView } from "./product-view.ts";

/** Delivery, for the chosen option, and returns. */
export function DeliveryInfo({ product, chosen }: { product: ProductView & DeliveryPolicies; chosen: Buyable | null }) {
  const t = useTexts();
  const { groups, policies } = product;
  const item = chosen?.id ?? product.id;
  const sizes = groups.findIndex(({ slug }) => slug === ringSizeSlug);
  const size = groups[sizes]?.choices.find(({ value }) => value === chosen?.values[sizes])?.label;
  const option = size ? t("delivery_promise.size", { size }) : optionText(groups, chosen);
  return (
    <div className="space-y-2 text-sm text-taupe">
      <ProductDelivery item={item} option={option} policy={policies[item]} />
      <p className="flex gap-3">
        <ReturnIcon size={18} className="mt-0.5 shrink-0" />
        {t("product.return_promise")}
      </p>
    </div>
  );
}
