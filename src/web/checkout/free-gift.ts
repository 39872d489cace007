import type { CartItem } from "#contract/cart.ts";

/** The option without a box, and so without a gift; stored the same in both languages. */
const withoutGift = "No Box";

/** A line's free gift; null without one, or without a box. */
export const freeGiftOf = ({ gift, attributes }: CartItem): CartItem["gift"] =>
  attributes.some(({ value }) => value === withoutGift) ? null : gift;
