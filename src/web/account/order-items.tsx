import { useState } from "react";
import type { OrderRecord } from "#contract/order-history.ts";
import { productPath } from "#web/links/paths.ts";
import { Button } from "#design/button.tsx";
import { Link } from "#design/link.tsx";
import { ProductThumb } from "#design/product-thumb.tsx";
import { usePriceParts } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

const initialItemCount = 2;

/** The order's items: the first two, and the others on request. */
export function OrderItems({ order: { items, order_number } }: { order: OrderRecord }) {
  const t = useTexts();
  const parts = usePriceParts()(items.map(({ total }) => total));
  const [expanded, setExpanded] = useState(false);
  const shown = expanded ? items : items.slice(0, initialItemCount);
  return (
    <div>
      <ul
        className="divide-y divide-line"
        aria-label={`${t("orders.items")}: ${t("orders.number", { number: order_number })}`}
      >
        {shown.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a placed order never change
          <li key={index} className="flex gap-4 py-4 first:pt-0">
            <ProductThumb src={item.image_url} alt={item.name} className="aspect-4/5 w-16 shrink-0" />
            <div className="min-w-0 flex-1 text-sm">
              <Link
                to={productPath({ id: item.product_id, slug: item.slug })}
                className="relative inline-block text-balance after:absolute after:inset-x-0 after:-inset-y-2.5 hover:text-champagne"
              >
                {item.name}
              </Link>
              <p className="mt-1 text-xs text-taupe">
                {item.option && <span className="block">{item.option}</span>}
                {t("orders.quantity", { count: item.quantity })}
                {item.gift && <span className="block">{t("gift.alt", { gift: item.gift })}</span>}
              </p>
            </div>
            <span className="tabular text-sm whitespace-nowrap">{parts[index]}</span>
          </li>
        ))}
      </ul>
      {items.length > initialItemCount && (
        <Button look="quiet" className="-ml-2" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
          {expanded ? t("orders.show_less") : t("orders.show_more", { count: items.length - initialItemCount })}
        </Button>
      )}
    </div>
  );
}
