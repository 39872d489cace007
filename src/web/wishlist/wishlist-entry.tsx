import { useId } from "react";
import { discountPercent } from "#contract/money.ts";
import type { WishlistItem } from "#contract/wishlist.ts";
import { Badge } from "#design/badge.tsx";
import { IconButton } from "#design/button.tsx";
import { CloseIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { Picture } from "#design/picture.tsx";
import { PriceTag } from "#web/i18n/price-tag.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { productPath } from "#web/links/paths.ts";
import { MoveToCart } from "./move-to-cart.tsx";

interface WishlistEntryProps {
  item: WishlistItem;
  /** why it could not be removed */
  failure?: string | null;
  /** nothing can be removed from a cached list */
  onRemove?: () => void;
}

/** A wishlist item with a link to its page and a remove button. */
export function WishlistEntry({ item, failure, onRemove }: WishlistEntryProps) {
  const t = useTexts();
  const id = useId();
  const percent = discountPercent(item.regular_price, item.sale_price);
  return (
    <li className="relative flex flex-col gap-1 text-sm">
      <Link id={id} to={productPath(item)} className="group flex flex-col gap-1 leading-snug hover:text-champagne">
        <Picture
          picture={item.picture}
          sizes="(width >= 40rem) 14rem, 45vw"
          alt=""
          className="mb-2 aspect-4/5 w-full"
        />
        {item.name}
      </Link>
      <PriceTag price={item.price} regular={percent === null ? null : item.regular_price} />
      {percent !== null && (
        <Badge tone="sale" className="pointer-events-none absolute top-2.75 left-1.5">
          {t("card.sale_badge", { percent })}
        </Badge>
      )}
      {item.stock_status === "outofstock" && <p className="text-xs text-danger">{t("card.sold_out")}</p>}
      {onRemove && <MoveToCart item={item} named={id} />}
      {failure && (
        <p role="alert" className="text-xs text-danger">
          {failure}
        </p>
      )}
      {onRemove && (
        <IconButton
          label={`${t("wishlist.remove")}: ${item.name}`}
          onClick={onRemove}
          className="absolute! top-0 right-0"
        >
          <span className="grid size-8 place-items-center rounded-full bg-ivory/85">
            <CloseIcon size={16} />
          </span>
        </IconButton>
      )}
    </li>
  );
}
