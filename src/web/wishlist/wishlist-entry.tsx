import { type MouseEvent, useState } from "react";
import { Link } from "react-router";
import { discountPercent } from "#contract/money.ts";
import type { WishlistItem } from "#contract/wishlist.ts";
import { productPath } from "#web/catalog/paths.ts";
import { Badge } from "#web/design/badge.tsx";
import { IconButton } from "#web/design/button.tsx";
import { TrashIcon } from "#web/design/icons.tsx";
import { Picture } from "#web/design/picture.tsx";
import { PriceTag } from "#web/i18n/price-tag.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { closePanel } from "#web/shell/panels.ts";
import { useWishlistToggle } from "./wishlist-toggle.ts";

/** A piece kept for later: to its page, or off the list. */
export function WishlistEntry({ item }: { item: WishlistItem }) {
  const t = useTexts();
  const { toggle } = useWishlistToggle();
  const [failure, setFailure] = useState<string | null>(null);
  const percent = discountPercent(item.regular_price, item.sale_price);
  const remove = async (event: MouseEvent<HTMLElement>) => {
    // the button goes with the piece: the keyboard stays in the dialog
    event.currentTarget.closest<HTMLElement>("[role=dialog]")?.focus();
    setFailure(null);
    setFailure(await toggle(item.id));
  };
  return (
    <li className="relative flex flex-col gap-1 text-sm">
      <Link
        to={productPath(item)}
        onClick={closePanel}
        className="group flex flex-col gap-1 leading-snug hover:text-champagne"
      >
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
        <Badge tone="sale" className="pointer-events-none absolute top-2 left-2">
          {t("card.sale_badge", { percent })}
        </Badge>
      )}
      {item.stock_status === "outofstock" && <p className="text-xs text-danger">{t("card.sold_out")}</p>}
      {failure && (
        <p role="alert" className="text-xs text-danger">
          {failure}
        </p>
      )}
      <IconButton
        label={`${t("wishlist.remove")}: ${item.name}`}
        onClick={(event) => void remove(event)}
        className="absolute! top-0 right-0 bg-ivory/80 text-taupe"
      >
        <TrashIcon size={18} />
      </IconButton>
    </li>
  );
}
