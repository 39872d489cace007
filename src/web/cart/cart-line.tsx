import type { FormEvent } from "react";
import type { CartItem } from "#contract/cart.ts";
import type { StoreResult } from "#contract/client.ts";
import { Button, IconButton } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { classes } from "#design/class-names.ts";
import { TrashIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { Picture } from "#design/picture.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { categoryPath, productPath } from "#web/links/paths.ts";
import { useCartActions } from "./cart-actions.ts";
import { FreeGift } from "./free-gift.tsx";
import { LineTotal } from "./line-total.tsx";
import { QuantityStepper } from "./quantity-stepper.tsx";
import { withOption } from "./with-option.ts";
import { exceedsStock } from "./selection.ts";

interface CartLineProps {
  item: CartItem;
  /** the lines of the displayed sum */
  summed: readonly CartItem[];
  selected: boolean;
  failure: Extract<StoreResult<unknown>, { ok: false }> | undefined;
  onSelect: (selected: boolean) => void;
  onRemove: () => void;
}

/** Why the line cannot be bought as it is, and what to do; or why its last edit failed. */
function Notes({ item, failure }: Pick<CartLineProps, "item" | "failure">) {
  const t = useTexts();
  return (
    <>
      {!item.purchasable && (
        <p className="text-xs text-danger">{t(item.stock_quantity > 0 ? "cart.item_unavailable" : "cart.sold_out")}</p>
      )}
      {exceedsStock(item) && (
        <div className="flex flex-wrap items-center gap-x-3">
          {!failure && <p className="text-xs text-danger">{t("cart.stock_limit", { count: item.stock_quantity })}</p>}
          <Button type="submit" look="quiet" name="quantity" value={item.stock_quantity} className="-mx-2 text-xs!">
            {t("cart.take_left", { count: item.stock_quantity })}
          </Button>
        </div>
      )}
      {failure && (
        <p role="alert" className="text-xs text-danger">
          {problemMessage(t, failure)}
        </p>
      )}
    </>
  );
}

/**
 * A cart line with its checkbox, its quantity, and the error of its last edit. A form, so that it works without
 * scripts.
 */
export function CartLine({ item, summed, selected, failure, onSelect, onRemove }: CartLineProps) {
  const t = useTexts();
  const { setQuantity } = useCartActions();
  const change = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter;
    const quantity = button instanceof HTMLButtonElement ? Number(button.value) : item.quantity;
    if (quantity > 0) setQuantity(item.cart_item_key, quantity);
    else onRemove();
  };
  return (
    <li className="flex gap-1 py-5">
      <Checkbox
        aria-label={withOption(t("cart.select", { name: item.name }), item)}
        checked={selected && item.purchasable}
        disabled={!item.purchasable}
        onChange={(event) => onSelect(event.target.checked)}
        className="needs-scripts -ml-3 self-center lg:-ml-1.5"
      />
      <Link to={productPath(item)} tabIndex={-1} aria-hidden="true" className="mr-2 shrink-0">
        <Picture
          picture={item.picture}
          sizes="5rem"
          alt=""
          className={classes("aspect-4/5 w-20", !item.purchasable && "opacity-50")}
        />
      </Link>
      <form method="post" action="/cart/change" onSubmit={change} className="flex min-w-0 flex-1 flex-col gap-1">
        <input type="hidden" name="cart_item_key" value={item.cart_item_key} />
        <div className="flex items-start gap-2">
          <Link
            to={productPath(item)}
            className="relative flex-1 text-sm leading-snug text-balance after:absolute after:-inset-y-3.5 after:inset-x-0 hover:text-champagne"
          >
            {item.name}
          </Link>
          <IconButton
            type="submit"
            name="quantity"
            value={0}
            label={withOption(t("cart.remove", { name: item.name }), item)}
            className="-mt-3 -mr-3 -mb-3 text-taupe lg:-mr-2"
          >
            <TrashIcon size={18} />
          </IconButton>
        </div>
        {item.option && <p className="text-xs text-taupe">{t("cart.option", { option: item.option })}</p>}
        <FreeGift item={item} ordered={summed} />
        <Notes item={item} failure={failure} />
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-1 gap-y-1 pt-2">
          {item.purchasable && <QuantityStepper item={item} />}
          {!item.purchasable && item.category && (
            <Link to={categoryPath(item.category)} className="text-link flex min-h-11 items-center text-xs lg:min-h-8">
              {t("cart.see_similar")}
            </Link>
          )}
          {/* a product without a price is no longer sold, and not free */}
          {item.price > 0 && (
            <span
              className={classes(
                "ml-auto text-right text-sm",
                item.purchasable ? "font-medium" : "text-taupe line-through",
              )}
            >
              <LineTotal item={item} summed={summed} className="justify-end" />
            </span>
          )}
          {item.purchasable && item.quantity === item.stock_quantity && !failure && (
            <p className="basis-full text-xs text-taupe">{t("cart.stock_limit", { count: item.stock_quantity })}</p>
          )}
        </div>
      </form>
    </li>
  );
}
