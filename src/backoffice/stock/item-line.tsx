import type { ReactNode } from "react";
import type { StockItem } from "#contract/backoffice/stock.ts";

/** An item in a list: image, name, option, SKU, and what follows. */
export const ItemLine = ({ item, children }: { item: StockItem; children?: ReactNode }) => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    {item.image ? (
      <img
        src={item.image}
        alt=""
        width={44}
        height={55}
        loading="lazy"
        className="h-[55px] w-11 rounded-xs object-cover"
      />
    ) : (
      <span className="h-[55px] w-11 shrink-0 rounded-xs bg-sand" />
    )}
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
