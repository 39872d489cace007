import { type Dong, dong } from "#contract/money.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";

/** Grouping points or commas, blanks and the currency sign; not a decimal comma. */
const decoration = /[\s\u00a0₫đ]|[.,](?=\d{3}(?:\D|$))/gi;
const units: Record<string, number> = { "": 1, k: 1_000, tr: 1_000_000 };

/** An amount in a field that is not typed in: `1.290.000`. */
export const groupDigits = (amount: string): string => amount.replace(/\B(?=(\d{3})+$)/g, ".");

/** An amount as it is typed: `1290000`, `1.290.000` and `1290k` are equal. @returns null for none, undefined for what is no amount */
export function parseAmount(text: string): Dong | null | undefined {
  const plain = text.replace(decoration, "").toLowerCase();
  if (plain === "") return null;
  const [, digits, unit = ""] = /^(\d{1,12})(k|tr)?$/.exec(plain) ?? [];
  const amount = Number(digits) * (units[unit] ?? 1);
  return digits && amount <= 999_999_999_999 ? dong(amount) : undefined;
}

/** A typed amount as it is stored, `300.000 ₫`; the typed text if it is no amount. */
export function typedAmountText(typed: string): string {
  const amount = parseAmount(typed);
  return typeof amount === "number" ? formatAmount(amount) : typed;
}
