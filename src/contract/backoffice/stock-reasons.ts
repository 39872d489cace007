/** Why a stock changed. Texts: `stock_reasons.<reason>`. `opening`: the stock that an item began with. */
export const stockReasons = [
  "opening",
  "sold",
  "cancelled",
  "returned",
  "counted",
  "receipt",
  "correction",
  "damaged",
  "given_away",
  "import",
  "api_client",
] as const;
export type StockReason = (typeof stockReasons)[number];

/** The reasons that a staff member can give for a change of their own. */
export const adjustmentReasons = ["correction", "damaged", "given_away"] as const satisfies readonly StockReason[];
