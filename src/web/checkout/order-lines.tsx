import type { CartItem } from "#contract/cart.ts";
import { Picture } from "#web/design/picture.tsx";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** The lines of an order in short: picture, name, choice, quantity, sum. */
export function OrderLines({ items }: { items: readonly CartItem[] }) {
  const t = useTexts();
  const price = usePrice();
  return (
    <ul className="flex flex-col gap-5">
      {items.map((item) => (
        <li key={item.cart_item_key} className="flex gap-4">
          <Picture picture={item.picture} sizes="4rem" alt="" className="size-16 shrink-0" />
          <div className="min-w-0 flex-1 text-sm">
            <p>{item.name}</p>
            <p className="mt-1 text-xs text-taupe">
              {[item.option, `${t("checkout.quantity")} ${item.quantity}`].filter(Boolean).join(" · ")}
            </p>
          </div>
          <p className="tabular text-sm whitespace-nowrap">{price(item.total)}</p>
        </li>
      ))}
    </ul>
  );
}
