// Values that the browser needs without the schemas.

/** What a count covers: everything, a category with those below it, or one place. */
export const countScopes = ["all", "category", "bin"] as const;

/** Lists of the items of a count. */
export const countViews = ["counted", "missing", "different"] as const;

/** Rounding of prices: to a multiple of 1,000 or 10,000, or to end in 9,000. */
export const priceRoundings = ["0", "1000", "10000", "9000"] as const;
