import { Link } from "react-router";
import type { CartItem } from "#contract/cart.ts";
import type { Answer } from "#contract/client.ts";
import { productPath } from "#web/catalog/paths.ts";
import { IconButton } from "#web/design/button.tsx";
import { Checkbox } from "#web/design/choice.tsx";
import { TrashIcon } from "#web/design/icons.tsx";
import { Picture } from "#web/design/picture.tsx";
import { usePrice } from "#web/i18n/price.ts";
import { problemSentence } from "#web/i18n/problem-sentence.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { closePanel } from "#web/shell/panels.ts";
import { useCartActions } from "./cart-actions.ts";
import { QuantityStepper } from "./quantity-stepper.tsx";
import { setLineSelected } from "./selection.ts";

interface CartLineProps {
  item: CartItem;
  selected: boolean;
  failure: Extract<Answer<unknown>, { ok: false }> | undefined;
}

/** A line of the cart: ticked for checkout or not, its quantity, and what went wrong with its last edit. */
export function CartLine({ item, selected, failure }: CartLineProps) {
  const t = useTexts();
  const price = usePrice();
  const { setQuantity, remove } = useCartActions();
  return (
    <li className="flex gap-3 py-5">
      <Checkbox
        aria-label={t("cart.select", { name: item.name })}
        checked={selected && item.purchasable}
        disabled={!item.purchasable}
        onChange={(event) => setLineSelected(item.cart_item_key, event.target.checked)}
        className="self-center"
      />
      <Link to={productPath(item)} onClick={closePanel} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <Picture picture={item.picture} sizes="5rem" alt="" className="aspect-4/5 w-20" />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-start gap-2">
          <Link
            to={productPath(item)}
            onClick={closePanel}
            className="flex-1 text-sm leading-snug hover:text-champagne"
          >
            {item.name}
          </Link>
          <IconButton
            label={t("cart.remove", { name: item.name })}
            onClick={() => remove(item.cart_item_key)}
            className="-mt-3 -mr-2 text-taupe"
          >
            <TrashIcon size={18} />
          </IconButton>
        </div>
        {item.option && <p className="text-xs text-taupe">{t("cart.option", { option: item.option })}</p>}
        {!item.purchasable && <p className="text-xs text-danger">{t("cart.item_unavailable")}</p>}
        <div className="mt-auto flex items-center justify-between gap-3 pt-2">
          <QuantityStepper
            name={item.name}
            quantity={item.quantity}
            most={item.stock_quantity}
            onChange={(quantity) => setQuantity(item.cart_item_key, quantity)}
          />
          <span className="tabular text-sm font-medium">{price(item.total)}</span>
        </div>
        {failure && (
          <p role="alert" className="text-xs text-danger">
            {problemSentence(t, failure)}
          </p>
        )}
      </div>
    </li>
  );
}
