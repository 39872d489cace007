import type { CartItem } from "#contract/cart.ts";
import { MinusIcon, PlusIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { withOption } from "./with-option.ts";

const step = "grid size-11 place-items-center transition-colors hover:text-champagne disabled:text-line lg:size-9";

/** Minus, quantity, plus up to the stock: the buttons submit their form with the new `quantity`. */
export function QuantityStepper({ item }: { item: CartItem }) {
  const t = useTexts();
  const { name, quantity, stock_quantity: max } = item;
  return (
    <fieldset
      className="inline-flex items-center border border-edge bg-white"
      aria-label={withOption(`${t("cart.quantity")}: ${name}`, item)}
    >
      <button
        type="submit"
        name="quantity"
        value={Math.min(quantity - 1, max)}
        className={step}
        aria-label={withOption(t("cart.decrease", { name }), item)}
      >
        <MinusIcon size={16} />
      </button>
      <output className="tabular min-w-8 text-center text-sm" aria-live="polite">
        {quantity}
      </output>
      <button
        type="submit"
        name="quantity"
        value={quantity + 1}
        className={step}
        aria-label={withOption(t("cart.increase", { name }), item)}
        disabled={quantity >= max}
      >
        <PlusIcon size={16} />
      </button>
    </fieldset>
  );
}
