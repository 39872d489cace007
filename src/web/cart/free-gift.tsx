import type { CartItem } from "#contract/cart.ts";
import { giftsOfLines, giftUnits, withUnits } from "#contract/free-gift.ts";
import { sum } from "#contract/money.ts";
import { Picture } from "#design/picture.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

const giftLine = ({ attributes, gifts }: CartItem) => ({
  options: attributes,
  gifts: gifts.map((gift) => ({ ...gift, minAmount: gift.min_amount })),
});

/**
 * A line's free gift, with its units if there are several; null without one, or without a box.
 * @param ordered the lines that are ordered together, whose amount decides about some gifts
 */
export function freeGiftOf(
  item: CartItem,
  ordered: readonly CartItem[],
): { name: string; image: CartItem["gifts"][number]["image"] } | null {
  const index = ordered.findIndex(({ cart_item_key }) => cart_item_key === item.cart_item_key);
  const lines = index < 0 ? [item] : ordered;
  const amount = sum(index < 0 ? [] : ordered.map(({ total }) => total));
  const gift = giftsOfLines(lines.map(giftLine), amount)[Math.max(0, index)];
  return gift ? { name: withUnits(gift.name, giftUnits(gift, item.quantity)), image: gift.image } : null;
}

interface FreeGiftProps {
  item: CartItem;
  /** see {@link freeGiftOf} */
  ordered: readonly CartItem[];
}

/** Picture and name of a line's free gift; nothing without one. */
export function FreeGift({ item, ordered }: FreeGiftProps) {
  const t = useTexts();
  const gift = freeGiftOf(item, ordered);
  return (
    gift && (
      <span className="mt-1 flex items-center gap-2 text-xs text-taupe">
        <Picture picture={gift.image} sizes="2rem" alt="" className="size-8 shrink-0" />
        {t("gift.alt", { gift: gift.name })}
      </span>
    )
  );
}
