import type { CartItem } from "#contract/cart.ts";
import { comesWithGift } from "#contract/free-gift.ts";
import { Picture } from "#design/picture.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** A line's free gift; null without one, or without a box. */
export const freeGiftOf = ({ gift, attributes }: CartItem): CartItem["gift"] =>
  comesWithGift(attributes) ? gift : null;

/** Picture and name of a line's free gift; nothing without one. */
export function FreeGift({ item }: { item: CartItem }) {
  const t = useTexts();
  const gift = freeGiftOf(item);
  return (
    gift && (
      <span className="mt-1 flex items-center gap-2 text-xs text-taupe">
        <Picture picture={gift.image} sizes="2rem" alt="" className="size-8 shrink-0" />
        {t("gift.alt", { gift: gift.name })}
      </span>
    )
  );
}
