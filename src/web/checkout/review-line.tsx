import type { CartItem } from "#contract/cart.ts";
import { LineTotal } from "#web/cart/line-total.tsx";
import { withOption } from "#web/cart/with-option.ts";
import { productPath } from "#web/links/paths.ts";
import { Button } from "#design/button.tsx";
import { Link } from "#design/link.tsx";
import { Picture } from "#design/picture.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { GiftPicture } from "./gift-picture.tsx";

interface ReviewLineProps {
  item: CartItem;
  /** the lines of the displayed sum */
  summed: readonly CartItem[];
  onRemove: () => void;
}

/** One line under review. Removing deselects it: the line stays in the cart. */
export function ReviewLine({ item, summed, onRemove }: ReviewLineProps) {
  const t = useTexts();
  return (
    <li className="flex gap-4 py-6 md:gap-6">
      <Link to={productPath(item)} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <Picture
          picture={item.picture}
          sizes="(width >= 48rem) 8rem, 6rem"
          alt=""
          className="aspect-4/5 w-24 md:w-32"
        />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
          <Link
            to={productPath(item)}
            className="relative after:absolute after:-inset-y-2.5 after:inset-x-0 hover:text-champagne"
          >
            {item.name}
          </Link>
          <LineTotal item={item} summed={summed} className="font-medium" />
        </div>
        <dl className="mt-2 space-y-0.5 text-sm text-taupe">
          {item.option && (
            <div className="flex gap-1.5">
              <dt className="shrink-0">{t("checkout.option")}:</dt>
              <dd>{item.option}</dd>
            </div>
          )}
          <div className="flex gap-1.5">
            <dt>{t("checkout.quantity")}:</dt>
            <dd className="tabular">{item.quantity}</dd>
          </div>
        </dl>
        {item.quantity > item.stock_quantity && (
          <p className="mt-2 text-sm text-danger">{t("cart.stock_limit", { count: item.stock_quantity })}</p>
        )}
        <GiftPicture item={item} ordered={summed} />
        <div className="mt-auto pt-2">
          <Button
            look="quiet"
            className="-ml-2"
            aria-label={withOption(`${t("checkout.remove")}: ${item.name}`, item)}
            onClick={onRemove}
          >
            {t("checkout.remove")}
          </Button>
        </div>
      </div>
    </li>
  );
}
