import type { CartItem } from "#contract/cart.ts";
import { FreeGift } from "#web/cart/free-gift.tsx";
import { LineTotal } from "#web/cart/line-total.tsx";
import { useSelection } from "#web/cart/selection.ts";
import { Button } from "#design/button.tsx";
import { Picture } from "#design/picture.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

function Line({ item, summed }: { item: CartItem; summed: readonly CartItem[] }) {
  const t = useTexts();
  return (
    <li className="flex gap-4">
      <Picture picture={item.picture} sizes="4rem" alt="" className="size-16 shrink-0" />
      <div className="min-w-0 flex-1 text-sm">
        <p>{item.name}</p>
        <p className="mt-1 text-xs text-taupe">
          {item.option && <span className="block">{item.option}</span>}
          {t("checkout.quantity")} {item.quantity}
        </p>
        <FreeGift item={item} ordered={summed} />
      </div>
      <p className="max-w-28 shrink-0 text-right text-sm">
        <LineTotal item={item} summed={summed} className="justify-end" />
      </p>
    </li>
  );
}

/** In place of the lines, one for each selected one, so that the button below moves little. */
function Placeholder() {
  const { keys } = useSelection(undefined);
  return (
    <div className="flex flex-col gap-5">
      {(keys.length > 0 ? keys : ["one"]).map((line) => (
        <Skeleton key={line} className="h-16 w-full bg-line!" />
      ))}
    </div>
  );
}

/** The ordered lines, once the cart is loaded. */
export interface Ordered {
  items: readonly CartItem[];
  /** false while the cart is loading, and if it failed to load */
  known: boolean;
  /** the cart failed to load */
  failed: boolean;
  retry: () => void;
}

/** The lines of an order: picture, name, options, quantity, total. */
export function OrderLines({ items, known, failed, retry }: Ordered) {
  const t = useTexts();
  if (failed) {
    return (
      <div role="alert" className="flex min-h-16 items-center justify-between gap-4 text-sm text-danger">
        {t("cart.load_error")}
        <Button look="quiet" onClick={retry}>
          {t("common.retry")}
        </Button>
      </div>
    );
  }
  if (!known) return <Placeholder />;
  if (items.length === 0) return <p className="min-h-16 text-sm text-taupe">{t("checkout.empty")}</p>;
  return (
    <ul className="flex flex-col gap-5">
      {items.map((item) => (
        <Line key={item.cart_item_key} item={item} summed={items} />
      ))}
    </ul>
  );
}
