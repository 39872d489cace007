import type { Category } from "#contract/catalog.ts";

/** WooCommerce's category for uncategorised products; never shown. */
const hiddenSlug = "chua-phan-loai";
const giftSlugs = new Set(["gifts-under-25usd", "gifts-for-her", "gifts-for-him"]);

export const isHidden = (slug: string): boolean => slug === hiddenSlug;
/** The three gift categories by slug; all others are jewelry. */
export const isGift = ({ slug }: { slug: string }): boolean => giftSlugs.has(slug);

/** The visible categories, in the merchant's order. */
export const visibleCategories = (categories: readonly Category[]): Category[] =>
  categories.filter(({ slug }) => !isHidden(slug)).sort((a, b) => a.menu_order - b.menu_order);
