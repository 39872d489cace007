/** Why a transfer has no order yet; `amount` and `guess` have a suggested one. */
export const transferReasons = ["no_code", "two_codes", "unknown_order", "closed_order", "amount", "guess"] as const;
export type TransferReason = (typeof transferReasons)[number];
