import type { Dong } from "./money.ts";

/** The option without a box, and so without a gift; stored the same in both languages. */
const withoutBox = "No Box";

/** Whether a line with these options comes in its box, and so with the product's free gift. */
export const comesWithGift = (options: readonly { value: string }[]): boolean =>
  options.every(({ value }) => value !== withoutBox);

/** A gift that a product may come with. */
interface GiftOffer {
  slug: string;
  /** đồng that the order must have; null: no minimum */
  minAmount: Dong | null;
}

interface GiftLine<Gift extends GiftOffer> {
  options: readonly { value: string }[];
  /** the gifts in force, the first one whose amount is reached is given */
  gifts: readonly Gift[];
}

/**
 * The gift of each line, by the rules of the gifts. One with a minimum amount is given once per order, with the first of its lines.
 * @param amount of all lines of the order, before shipping and discounts
 * @param given slugs of gifts with a minimum amount that the order has already
 */
export function giftsOfLines<Gift extends GiftOffer>(
  lines: readonly GiftLine<Gift>[],
  amount: Dong,
  given: readonly string[] = [],
): (Gift | null)[] {
  const once = new Set(given);
  return lines.map(({ options, gifts }) => {
    if (!comesWithGift(options)) return null;
    const gift = gifts.find(({ slug, minAmount }) => minAmount === null || (amount >= minAmount && !once.has(slug)));
    if (gift && gift.minAmount !== null) once.add(gift.slug);
    return gift ?? null;
  });
}

/** How many units of a gift a line comes with. @param quantity of the line */
export const giftUnits = (gift: { quantity: number; minAmount: Dong | null }, quantity: number): number =>
  gift.minAmount === null ? gift.quantity * quantity : gift.quantity;

/** "Velvet pouch", or "Velvet pouch × 2" for several units. */
export const withUnits = (name: string, units: number): string => (units > 1 ? `${name} × ${units}` : name);
