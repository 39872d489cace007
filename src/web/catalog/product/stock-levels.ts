import type { Product, Variation } from "#contract/catalog.ts";
import type { Translate } from "#web/i18n/translate.ts";
import type { ProductView } from "./product-view.ts";

/** Texts of the loader that {@link stockLevels} needs. */
export const stockTexts: string[] = [
  "product.in_stock",
  "product.available_to_order",
  "product.low_stock",
  "product.out_of_stock",
];

const lowStock = 5;

/** `low`: few units are left. */
export interface StockLevel {
  level: "available" | "low" | "none";
  text: string;
}

/** Whether the product and each of its variations can be bought, by their ids. Runs in the loader alone. */
export function stockLevels(
  view: ProductView,
  product: Product,
  variations: readonly Variation[],
  t: Translate,
): Record<number, StockLevel> {
  const making = new Map([product, ...variations].map(({ id, making_days: days }) => [id, days]));
  const levelOf = (id: number, buyable: boolean, stock: number | null): StockLevel => {
    if (!buyable) return { level: "none", text: t("product.out_of_stock") };
    if (stock !== null && stock <= lowStock) return { level: "low", text: t("product.low_stock", { count: stock }) };
    return { level: "available", text: t(making.get(id) ? "product.available_to_order" : "product.in_stock") };
  };
  // while nothing is chosen, it suffices that any variation can be bought
  const any = view.simple ?? { id: view.id, buyable: view.variations.some(({ buyable }) => buyable), stock: null };
  return Object.fromEntries(
    [any, ...view.variations].map(({ id, buyable, stock }) => [id, levelOf(id, buyable, stock)]),
  );
}
