import type { Category } from "#contract/catalog.ts";

/** Where the shop files what it has not filed yet; never shown. */
const hiddenSlug = "chua-phan-loai";
const giftSlugs = new Set(["gifts-under-25usd", "gifts-for-her", "gifts-for-him"]);

export const isHidden = (slug: string): boolean => slug === hiddenSlug;
/** The three gift categories by slug; all others are jewelry. */
export const isGift = ({ slug }: { slug: string }): boolean => giftSlugs.has(slug);

/** Without the hidden one, in the merchant's order. */
export const visibleCategories = (categories: readonly Category[]): Category[] =>
  categories.filter(({ slug }) => !isHidden(slug)).sort((a, b) => a.menu_order - b.menu_order);
