import { MinusIcon, PlusIcon } from "#web/design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

interface QuantityStepperProps {
  name: string;
  quantity: number;
  /** stock quantity: the maximum */
  max: number;
}

const step = "grid size-11 place-items-center transition-colors hover:text-champagne disabled:text-line lg:size-9";

/** Minus, quantity, plus: the buttons submit their form with the new `quantity`. */
export function QuantityStepper({ name, quantity, max }: QuantityStepperProps) {
  const t = useTexts();
  return (
    <fieldset
      className="inline-flex items-center border border-edge bg-white"
      aria-label={`${t("cart.quantity")}: ${name}`}
    >
      <button
        type="submit"
        name="quantity"
        value={Math.min(quantity - 1, max)}
        className={step}
        aria-label={t("cart.decrease", { name })}
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
        aria-label={t("cart.increase", { name })}
        disabled={quantity >= max}
      >
        <PlusIcon size={16} />
      </button>
    </fieldset>
  );
}
