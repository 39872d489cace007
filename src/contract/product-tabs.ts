/** Tabs of the product list: states, and what products lack. */
export const productTabs = [
  "all",
  "publish",
  "draft",
  "future",
  "private",
  "sold_out",
  "low",
  "without_image",
  "without_english",
  "without_price",
  "trash",
] as const;
export type ProductTab = (typeof productTabs)[number];

/** More combinations of options than this are rejected. */
export const maxCombinations = 300;
