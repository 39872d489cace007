import type { ReactNode } from "react";
import type { StockItem } from "#contract/backoffice/stock.ts";
import { ItemImage } from "#backoffice/components/item-image.tsx";

/** An item in a list: image, name, option, SKU, and what follows. */
export const ItemLine = ({ item, children }: { item: StockItem; children?: ReactNode }) => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <ItemImage src={item.image} />
    <span className="min-w-0 flex-1">
      <span className="block text-sm font-medium break-words">{item.name}</span>
      <span className="block text-xs text-taupe">{[item.option, item.sku].filter(Boolean).join(" · ")}</span>
      {children}
    </span>
  </span>
);

/** `+3`, `−2`, with a true minus sign. */
export const signed = (quantity: number): string =>
  quantity > 0 ? `+${quantity}` : quantity < 0 ? `−${-quantity}` : "0";
