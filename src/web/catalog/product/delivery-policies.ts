import type { Product, Variation } from "#contract/catalog.ts";
import type { Translate } from "#web/i18n/translate.ts";

/** Texts of the loader that {@link deliveryPolicies} needs. */
export const deliveryTexts: string[] = [
  "product.delivery_promise",
  "product.made_to_order_one",
  "product.made_to_order_other",
  "product.options_made_to_order_one",
  "product.options_made_to_order_other",
  "product.free_shipping_hint",
  "product.return_promise",
];

/** How long a delivery takes, before a place is chosen. */
export interface DeliveryPolicies {
  /** by the id of the product and of its variations */
  policies: Record<number, string>;
  /** all about delivery and returns, what is in stock first */
  deliveryLines: string[];
}

/** The shop's policy for items in stock, and the time that making takes for items made to order. Runs in the loader alone. */
export function deliveryPolicies(product: Product, variations: readonly Variation[], t: Translate): DeliveryPolicies {
  const items = product.type === "variable" && variations.length > 0 ? variations : [product];
  const text = (count: number): string =>
    count > 0 ? t("product.made_to_order", { count }) : t("product.delivery_promise");
  const [least, ...others] = [...new Set(items.map(({ making_days: days }) => days))].sort((one, other) => one - other);
  const optionsOf = (days: number): string =>
    variations
      .filter(({ making_days: own }) => own === days)
      .map(({ attributes }) => attributes.map(({ option }) => option).join(" "))
      .join(", ");
  return {
    policies: Object.fromEntries([product, ...variations].map(({ id, making_days: days }) => [id, text(days)])),
    deliveryLines: [
      text(least ?? 0),
      ...others.map((count) => t("product.options_made_to_order", { options: optionsOf(count), count })),
      t("product.free_shipping_hint"),
      t("product.return_promise"),
    ],
  };
}
