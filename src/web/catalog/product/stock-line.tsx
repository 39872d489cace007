import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Buyable } from "../options.ts";

const lowStock = 5;

/** Whether the chosen variation is in stock, and how many are left if few. */
export function StockLine({ chosen, buyable }: { chosen: Buyable | null; buyable: boolean }) {
  const t = useTexts();
  const stock = chosen?.stock ?? null;
  const low = buyable && stock !== null && stock <= lowStock;
  const tone = !buyable ? "text-danger" : low ? "text-warning" : "text-success";
  return (
    <p role="status" className={`flex items-center gap-2 text-sm ${tone}`}>
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      {!buyable && t("product.out_of_stock")}
      {low && t("product.low_stock", { count: stock })}
      {buyable && !low && t("product.in_stock")}
    </p>
  );
}
