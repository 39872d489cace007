/** Why a transfer has no order yet; `amount` has a suggested one, `guess` while that is unpaid. */
export const transferReasons = ["no_code", "two_codes", "unknown_order", "closed_order", "amount", "guess"] as const;
export type TransferReason = (typeof transferReasons)[number];
